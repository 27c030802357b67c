import type { items as english } from '../en/items.js';

export const items = {
	'items.title': 'Товары',
	'items.count':
		'{count, plural, one {{count, number} товар} few {{count, number} товара} many {{count, number} товаров} other {{count, number} товара}}',
	'items.pageOf': 'Страница {page, number} из {pages, number}',
	'items.open': 'Открыть товар',
	'items.page': '{page, number} / {pages, number}',
	'items.goToTitle': 'Перейти на страницу',
	'items.goToLabel': 'Страница, от 1 до {pages, number}',
	'items.notAPage': 'Введите номер страницы числом, например 3.',
	'items.loading': 'Товары ещё не загружены. Попробуйте ещё раз чуть позже.',
	'items.unreachable':
		'Сейчас не удаётся загрузить товары с маркетплейса. Попробуйте ещё раз через несколько минут.',
	'items.empty': 'Товары ещё не опубликованы.',
} satisfies Record<keyof typeof english, string>;

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
	'items.search': 'Поиск',
	'items.searchTitle': 'Поиск товаров',
	'items.searchLabel': 'Слова из названия, категории или тегов',
	'items.searchFor': 'Поиск: {query}',
	'items.searchCut': 'Ищутся только первые {limit, number} символов.',
	'items.searchIsCode': 'Похоже на код покупки, поэтому поиск не выполнен. Используйте его с `/{command}`.',
	'items.reset': 'Показать все',
	'items.allCategories': 'Все категории',
	'items.otherCategories': 'Другие категории',
	'items.noCategory': 'Без категории',
	'items.order.name': 'Название, от А до Я',
	'items.order.cheap': 'Сначала дешёвые',
	'items.order.dear': 'Сначала дорогие',
	'items.order.new': 'Сначала новые',
	'items.order.old': 'Сначала старые',
	'items.nothingFound': 'Ничего не подходит. Попробуйте другие слова или другую категорию.',
	'items.found': 'Товары: {count, number} из {total, number}',
} satisfies Record<keyof typeof english, string>;

import type { item as english } from '../en/item.js';

export const item = {
	'item.unnamed': 'Товар {id}',
	'item.price': 'Цена',
	'item.regular': '**{price}** обычная лицензия',
	'item.extended': '**{price}** расширенная лицензия',
	'item.category': 'Категория',
	'item.version': 'Версия',
	'item.published': 'Опубликовано',
	'item.options': 'Варианты',
	'item.tags': 'Теги',
	'item.links': 'Ссылки',
	'item.liveDemo': 'Живая демонстрация',
	'item.videoPreview': 'Видеопревью',
	'item.audioPreview': 'Аудиопревью',
	'item.screenshots': 'Скриншоты ({count, number})',
	'item.screenshotRange':
		'{count, plural, =1 {Единственный скриншот} other {Скриншоты {first, number}–{last, number} из {count, number}}}',
	'item.screenshotAlt': 'Скриншот {number, number} из {count, number}: {name}',
	'item.previousScreenshots': '‹ Назад',
	'item.nextScreenshots': 'Вперёд ›',
	'item.noScreenshots': 'У этого товара больше нет скриншотов.',
	'item.noSuchId': 'Товара с ID {id} нет.',
	'item.noSuchName':
		'Товар с таким названием не найден. Начните вводить название и выберите товар из списка или укажите его ID.',
	'item.didYouMean': 'Товар с точно таким названием не найден. Возможно, вы имели в виду один из этих?',
	'item.stillLoading': 'Товары ещё не загружены. Попробуйте чуть позже или укажите ID товара.',
	'item.later': 'Сейчас товары посмотреть нельзя. Попробуйте ещё раз через несколько минут.',
	'item.laterAt': 'Сейчас товары посмотреть нельзя. Попробуйте ещё раз {when}.',
	'item.shared': 'Готово, товар опубликован ниже для всех.',
} satisfies Record<keyof typeof english, string>;

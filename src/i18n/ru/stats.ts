import type { stats as english } from '../en/stats.js';

export const stats = {
	'stats.title': 'Проверки за последние {days, number} дней',
	'stats.total': 'Всего **{count, number}** · **{average}** в день',
	'stats.lastWeek': 'Последние 7 дней',
	'stats.byItem': 'По товарам',
	'stats.otherItems': 'Другие товары',
	'stats.refused': 'Отказы: {count, number}',
	'stats.reason.invalid': 'Неизвестен маркетплейсу',
	'stats.reason.taken': 'Принадлежит другому',
	'stats.reason.limited': 'Слишком много неверных кодов',
	'stats.reason.not-a-code': 'В тексте нет кода',
	'stats.reason.uncheckable': 'Маркетплейс недоступен',
	'stats.supported': 'Покупки с поддержкой',
	'stats.share': '**{share}** · {supported, number} из {claims, number}, подсчитано {when}',
	'stats.counting': 'Идёт подсчёт. Спросите ещё раз чуть позже.',
	'stats.none': 'Пока нет',
	'stats.footer': 'Дни по UTC. Код, повторно предъявленный владельцем, дважды не считается.',
	'stats.chartAlt': 'Проверки по дням, столбцами. {days}',
	'stats.noChart': 'Не удалось построить график. Числа полные.',
	'stats.chartLater': 'Сервер получает один график в минуту, а последний был за другой период. Числа полные.',
} satisfies Record<keyof typeof english, string>;

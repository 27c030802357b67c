import type { stats as english } from '../en/stats.js';

export const stats = {
	'stats.title': 'Weryfikacje z ostatnich {days, number} dni',
	'stats.total': '**{count, number}** łącznie · **{average}** dziennie',
	'stats.lastWeek': 'Ostatnie 7 dni',
	'stats.byItem': 'Według produktu',
	'stats.otherItems': 'Inne produkty',
	'stats.refused': 'Odmowy: {count, number}',
	'stats.reason.invalid': 'Nieznany w marketplace',
	'stats.reason.taken': 'Należy do kogoś innego',
	'stats.reason.limited': 'Za dużo błędnych kodów',
	'stats.reason.not-a-code': 'Brak kodu w tekście',
	'stats.reason.uncheckable': 'Marketplace niedostępny',
	'stats.supported': 'Zakupy ze wsparciem',
	'stats.share': '**{share}** · {supported, number} z {claims, number}, policzono {when}',
	'stats.counting': 'Trwa liczenie. Zapytaj ponownie za chwilę.',
	'stats.none': 'Jeszcze brak',
	'stats.footer': 'Dni w UTC. Kod okazany ponownie przez posiadacza nie liczy się drugi raz.',
	'stats.chartAlt': 'Weryfikacje dziennie, w słupkach. {days}',
	'stats.noChart': 'Nie udało się narysować wykresu. Liczby są kompletne.',
	'stats.chartLater':
		'Serwer dostaje jeden wykres na minutę, a ostatni dotyczył innego okresu. Liczby są kompletne.',
} satisfies Record<keyof typeof english, string>;

import type { items as english } from '../en/items.js';

export const items = {
	'items.title': 'Produkte',
	'items.count': '{count, plural, one {{count, number} Produkt} other {{count, number} Produkte}}',
	'items.pageOf': 'Seite {page, number} von {pages, number}',
	'items.open': 'Ein Produkt öffnen',
	'items.page': '{page, number} / {pages, number}',
	'items.goToTitle': 'Zur Seite springen',
	'items.goToLabel': 'Seite, 1 bis {pages, number}',
	'items.notAPage': 'Bitte gib die Seite als Zahl ein, zum Beispiel 3.',
	'items.loading': 'Die Produkte sind noch nicht geladen. Bitte versuche es gleich noch einmal.',
	'items.unreachable':
		'Die Produkte lassen sich gerade nicht vom Marktplatz laden. Bitte versuche es in ein paar Minuten noch einmal.',
	'items.empty': 'Es wurden noch keine Produkte veröffentlicht.',
} satisfies Record<keyof typeof english, string>;

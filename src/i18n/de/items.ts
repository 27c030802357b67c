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
	'items.search': 'Suchen',
	'items.searchTitle': 'Produkte durchsuchen',
	'items.searchLabel': 'Wörter aus Name, Kategorie, Schlagwörtern',
	'items.searchFor': 'Suche: {query}',
	'items.searchCut': 'Gesucht wird nur nach den ersten {limit, number} Zeichen.',
	'items.searchIsCode':
		'Das sieht nach einem Kaufcode aus, deshalb habe ich nicht danach gesucht. Verwende ihn mit `/{command}`.',
	'items.reset': 'Alle zeigen',
	'items.allCategories': 'Alle Kategorien',
	'items.otherCategories': 'Andere Kategorien',
	'items.noCategory': 'Ohne Kategorie',
	'items.order.name': 'Name, A bis Z',
	'items.order.cheap': 'Preis, niedrigster zuerst',
	'items.order.dear': 'Preis, höchster zuerst',
	'items.order.new': 'Neueste zuerst',
	'items.order.old': 'Älteste zuerst',
	'items.nothingFound': 'Kein Produkt passt. Versuche andere Wörter oder eine andere Kategorie.',
	'items.found': '{count, number} von {total, number} Produkten',
} satisfies Record<keyof typeof english, string>;

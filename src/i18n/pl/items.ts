import type { items as english } from '../en/items.js';

export const items = {
	'items.title': 'Produkty',
	'items.count':
		'{count, plural, one {{count, number} produkt} few {{count, number} produkty} many {{count, number} produktów} other {{count, number} produktu}}',
	'items.pageOf': 'Strona {page, number} z {pages, number}',
	'items.open': 'Otwórz produkt',
	'items.page': '{page, number} / {pages, number}',
	'items.goToTitle': 'Przejdź do strony',
	'items.goToLabel': 'Strona, od 1 do {pages, number}',
	'items.notAPage': 'Wpisz numer strony, na przykład 3.',
	'items.loading': 'Produkty nie zostały jeszcze wczytane. Spróbuj ponownie za chwilę.',
	'items.unreachable': 'Nie można teraz wczytać produktów z marketplace’u. Spróbuj ponownie za kilka minut.',
	'items.empty': 'Nie opublikowano jeszcze żadnych produktów.',
} satisfies Record<keyof typeof english, string>;

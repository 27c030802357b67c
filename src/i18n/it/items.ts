import type { items as english } from '../en/items.js';

export const items = {
	'items.title': 'Prodotti',
	'items.count': '{count, plural, one {{count, number} prodotto} other {{count, number} prodotti}}',
	'items.pageOf': 'Pagina {page, number} di {pages, number}',
	'items.open': 'Apri un prodotto',
	'items.page': '{page, number} / {pages, number}',
	'items.goToTitle': 'Vai alla pagina',
	'items.goToLabel': 'Pagina, da 1 a {pages, number}',
	'items.notAPage': 'Scrivi la pagina come numero, per esempio 3.',
	'items.loading': 'I prodotti non sono ancora stati caricati. Riprova tra un momento.',
	'items.unreachable':
		'Non è possibile caricare i prodotti dal marketplace in questo momento. Riprova tra qualche minuto.',
	'items.empty': 'Non è stato ancora pubblicato nessun prodotto.',
} satisfies Record<keyof typeof english, string>;

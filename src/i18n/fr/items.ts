import type { items as english } from '../en/items.js';

export const items = {
	'items.title': 'Produits',
	'items.count': '{count, plural, one {{count, number} produit} other {{count, number} produits}}',
	'items.pageOf': 'Page {page, number} sur {pages, number}',
	'items.open': 'Ouvrir un produit',
	'items.page': '{page, number} / {pages, number}',
	'items.goToTitle': 'Aller à la page',
	'items.goToLabel': 'Page, de 1 à {pages, number}',
	'items.notAPage': 'Indique la page par un nombre, par exemple 3.',
	'items.loading': 'Les produits ne sont pas encore chargés. Réessaie dans un instant.',
	'items.unreachable':
		'Impossible de charger les produits de la marketplace pour le moment. Réessaie dans quelques minutes.',
	'items.empty': 'Aucun produit n’a encore été publié.',
} satisfies Record<keyof typeof english, string>;

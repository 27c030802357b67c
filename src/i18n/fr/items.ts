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
	'items.search': 'Rechercher',
	'items.searchTitle': 'Rechercher un produit',
	'items.searchLabel': 'Mots du nom, de la catégorie ou des tags',
	'items.searchFor': 'Recherche : {query}',
	'items.searchCut': 'Seuls les {limit, number} premiers caractères sont recherchés.',
	'items.searchIsCode':
		'Cela ressemble à un code d’achat, je ne l’ai donc pas recherché. Utilise-le avec `/{command}`.',
	'items.reset': 'Tout afficher',
	'items.allCategories': 'Toutes les catégories',
	'items.otherCategories': 'Autres catégories',
	'items.noCategory': 'Sans catégorie',
	'items.order.name': 'Nom, de A à Z',
	'items.order.cheap': 'Prix croissant',
	'items.order.dear': 'Prix décroissant',
	'items.order.new': 'Les plus récents d’abord',
	'items.order.old': 'Les plus anciens d’abord',
	'items.nothingFound': 'Aucun produit ne correspond. Essaie d’autres mots ou une autre catégorie.',
	'items.found': '{count, number} sur {total, number} produits',
} satisfies Record<keyof typeof english, string>;

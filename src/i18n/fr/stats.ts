import type { stats as english } from '../en/stats.js';

export const stats = {
	'stats.title': 'Vérifications des {days, number} derniers jours',
	'stats.total': '**{count, number}** au total · **{average}** par jour',
	'stats.lastWeek': 'Les 7 derniers jours',
	'stats.byItem': 'Par produit',
	'stats.otherItems': 'Autres produits',
	'stats.refused': 'Refus : {count, number}',
	'stats.reason.invalid': 'Inconnu de la marketplace',
	'stats.reason.taken': 'Appartient à quelqu’un d’autre',
	'stats.reason.limited': 'Trop de codes erronés',
	'stats.reason.not-a-code': 'Pas de code dans le texte',
	'stats.reason.uncheckable': 'Marketplace injoignable',
	'stats.supported': 'Achats avec support',
	'stats.share': '**{share}** · {supported, number} sur {claims, number}, compté {when}',
	'stats.counting': 'Comptage en cours. Redemande dans un instant.',
	'stats.none': 'Aucune pour l’instant',
	'stats.footer': 'Jours en UTC. Un code présenté à nouveau par son détenteur ne compte pas deux fois.',
	'stats.chartAlt': 'Vérifications par jour, en barres. {days}',
	'stats.noChart': 'Le graphique n’a pas pu être dessiné. Les chiffres sont complets.',
	'stats.chartLater':
		'Un serveur reçoit un graphique par minute, et le dernier portait sur une autre période. Les chiffres sont complets.',
} satisfies Record<keyof typeof english, string>;

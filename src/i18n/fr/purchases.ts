import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': 'achats',
	'command.purchases.description': 'Voir tes achats et récupérer tes rôles',
	'purchases.open': 'Mes achats',
	'purchases.title': 'Tes achats',
	'purchases.none': 'Tu n’as pas encore d’achat vérifié. Envoie le code de ton reçu avec `/{command}`.',
	'purchases.bought': 'Acheté',
	'purchases.unknown': 'inconnu',
	'purchases.supportedUntil': 'Support jusqu’au',
	'purchases.roles': 'Rôles ici',
	'purchases.noRoles': 'aucun',
	'purchases.elsewhere':
		'Vérifié sur un autre serveur. Envoie aussi le code ici pour les rôles de ce serveur.',
	'purchases.revoked': 'Plus valable : la boutique ne connaît plus cet achat, comme après un remboursement.',
	'purchases.restore': 'Récupérer mes rôles',
	'purchases.restored': 'C’est fait. Tu as tous les rôles que tes achats donnent sur ce serveur.',
} satisfies Record<keyof typeof english, string>;

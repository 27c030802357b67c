import type { account as english } from '../en/account.js';

export const account = {
	'account.userName': 'Nom d’utilisateur',
	'account.memberSince': 'Membre depuis',
	'account.link': 'Lien',
	'account.badKey':
		'La marketplace n’accepte pas la clé API du bot. Vérifie `MARKETPLACE_API_KEY` : tu peux créer une nouvelle clé dans la section des clés API des paramètres de l’espace de travail de la marketplace.',
	'account.laterAt':
		'La marketplace demande au bot de patienter. Le compte pourra être consulté de nouveau {when}.',
	'account.unavailable': 'La marketplace est injoignable pour le moment. Réessaie dans quelques minutes.',
	'account.malformed':
		'La réponse de la marketplace est incompréhensible. `MARKETPLACE_URL` est-elle correcte ?',
	'account.showPrivate': 'Afficher l’e-mail et le solde',
	'account.email': 'E-mail',
	'account.contactEmail': 'E-mail de contact',
	'account.balance': 'Solde',
	'account.notGiven': 'non indiqué',
} satisfies Record<keyof typeof english, string>;

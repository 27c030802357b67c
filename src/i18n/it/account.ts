import type { account as english } from '../en/account.js';

export const account = {
	'account.userName': 'Nome utente',
	'account.memberSince': 'Membro dal',
	'account.link': 'Link',
	'account.badKey':
		'Il marketplace non accetta la chiave API del bot. Controlla `MARKETPLACE_API_KEY`: puoi creare una nuova chiave nella sezione delle chiavi API delle impostazioni dell’area di lavoro del marketplace.',
	'account.laterAt': 'Il marketplace chiede al bot di aspettare. L’account si potrà leggere di nuovo {when}.',
	'account.unavailable': 'Il marketplace non è raggiungibile in questo momento. Riprova tra qualche minuto.',
	'account.malformed': 'La risposta del marketplace non è comprensibile. `MARKETPLACE_URL` è giusta?',
	'account.showPrivate': 'Mostra e-mail e saldo',
	'account.email': 'E-mail',
	'account.contactEmail': 'E-mail di contatto',
	'account.balance': 'Saldo',
	'account.notGiven': 'non indicato',
} satisfies Record<keyof typeof english, string>;

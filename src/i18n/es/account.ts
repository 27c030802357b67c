import type { account as english } from '../en/account.js';

export const account = {
	'account.userName': 'Nombre de usuario',
	'account.memberSince': 'Miembro desde',
	'account.link': 'Enlace',
	'account.badKey':
		'El marketplace no acepta la clave API del bot. Revisa `MARKETPLACE_API_KEY`: puedes crear una clave nueva en la sección de claves API de los ajustes del espacio de trabajo del marketplace.',
	'account.laterAt':
		'El marketplace le pide al bot que espere. La cuenta se podrá consultar de nuevo {when}.',
	'account.unavailable':
		'No se puede contactar con el marketplace en este momento. Inténtalo de nuevo en unos minutos.',
	'account.malformed': 'No se ha entendido la respuesta del marketplace. ¿Es correcta `MARKETPLACE_URL`?',
	'account.showPrivate': 'Mostrar correo y saldo',
	'account.email': 'Correo',
	'account.contactEmail': 'Correo de contacto',
	'account.balance': 'Saldo',
	'account.notGiven': 'no indicado',
} satisfies Record<keyof typeof english, string>;

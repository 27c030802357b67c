import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': 'compras',
	'command.purchases.description': 'Mira tus compras y recupera tus roles',
	'purchases.open': 'Mis compras',
	'purchases.title': 'Tus compras',
	'purchases.none': 'Aún no tienes ninguna compra verificada. Envía el código de tu recibo con `/{command}`.',
	'purchases.bought': 'Comprado',
	'purchases.unknown': 'no se sabe',
	'purchases.supportedUntil': 'Soporte hasta',
	'purchases.roles': 'Roles aquí',
	'purchases.noRoles': 'ninguno',
	'purchases.elsewhere':
		'Verificada en otro servidor. Envía el código también aquí para los roles de este servidor.',
	'purchases.revoked': 'Ya no es válida: la tienda ya no conoce esta compra, como tras un reembolso.',
	'purchases.restore': 'Recuperar mis roles',
	'purchases.restored': 'Listo. Tienes todos los roles que tus compras dan en este servidor.',
} satisfies Record<keyof typeof english, string>;

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
	'purchases.unlink': 'Desvincular una compra',
	'purchases.unlinkTitle': '¿Desvincular {item}?',
	'purchases.unlinkAsk':
		'Sus roles desaparecen. Durante estos días solo tú puedes volver a verificar su código: {days, number}. Después podrá cualquiera que lo tenga.',
	'purchases.unlinkAskNow':
		'Sus roles desaparecen, y cualquiera que tenga el código puede verificarlo enseguida.',
	'purchases.leaveAsk':
		'Pierdes sus roles en este servidor. La compra sigue vinculada a tu cuenta: verifica su código aquí otra vez para recuperarlos.',
	'purchases.unlinkButton': 'Desvincular',
	'purchases.unlinked':
		'Listo. Los roles se van enseguida. Otros podrán verificar el código desde el {date}.',
	'purchases.left': 'Listo. Se están quitando sus roles en este servidor. En los demás no cambia nada.',
	'purchases.unlinkNotAllowed':
		'Este servidor no deja que los miembros desvinculen sus compras. Pregunta a su equipo si quieres ceder una.',
	'purchases.unlinkLocked': 'El equipo ha bloqueado esta compra. Pregúntales.',
	'purchases.unlinkGone': 'Esta compra ya no es tuya.',
	'purchases.notHere': 'Esta compra ya no está verificada en este servidor.',
	'purchases.unlinkLimited': 'Desvinculaste tres compras en 24 horas. La próxima: {when}.',
	'purchases.audit': '🔓 <@{userId}> desvinculó **{item}**, y sus roles se van',
	'purchases.auditLeft': '🔓 <@{userId}> desvinculó **{item}** en este servidor; se quitan sus roles',
} satisfies Record<keyof typeof english, string>;

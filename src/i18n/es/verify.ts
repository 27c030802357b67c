import type { verify as english } from '../en/verify.js';

export const verify = {
	'verify.notACodeTitle': 'Eso no es un código de compra',
	'verify.notACode':
		'Un código tiene esta forma: `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. Lo encuentras en el correo del recibo y en la página de descargas de la tienda.\n\nUn número de pedido o la clave de licencia de otra tienda no sirve aquí.',
	'verify.invalidTitle': 'Código de compra no válido',
	'verify.invalid':
		'La tienda no conoce este código. Cópialo otra vez de tu recibo, entero y sin cambios: basta con que falte una letra.\n\nSi la compra se reembolsó, su código ya no sirve. ¿Sigue sin funcionar? Muestra al equipo esta referencia, **nunca el código**.',
	'verify.takenTitle': 'Este código ya está en uso',
	'verify.taken':
		'Otro miembro se ha verificado con él, y un código sirve para una sola persona. Si la compra es tuya, pregunta al equipo y muéstrale esta referencia, **nunca el código**.',
	'verify.limitedTitle': 'Demasiados códigos incorrectos',
	'verify.limited':
		'Inténtalo de nuevo {when}. Aprovecha para buscar el código correcto: está en el correo del recibo y en la página de descargas de la tienda.',
	'verify.busyTitle': 'Tus códigos aún se están comprobando',
	'verify.busy':
		'Espera las respuestas a los códigos que ya has enviado y envía después el siguiente. Este no se ha comprobado y no cuenta.',
	'verify.oftenTitle': 'Demasiados códigos en poco tiempo',
	'verify.often':
		'Solo se consultan unos pocos códigos a la vez en el marketplace. Inténtalo de nuevo {when}.',
	'verify.verifiedTitle': 'Compra verificada',
	'verify.returningTitle': 'Hola de nuevo',
	'verify.verified': '**{item}** ya es tuyo aquí. ¡Gracias por comprarlo!',
	'verify.returning': '**{item}** ya es tuyo.',
	'verify.renewedTitle': '✅ Soporte renovado',
	'verify.renewed': '**{item}** tiene soporte hasta el {date} ({when}).',
	'verify.licence': 'Licencia',
	'verify.support': 'Soporte',
	'verify.supportNone': 'no incluido',
	'verify.supportUntil': 'hasta el {date}',
	'verify.supportEnded': 'terminó el {date}',
	'verify.roleGranted': 'Tienes el rol de comprador.',
	'verify.roleWaiting':
		'Tu rol está en camino. Este mensaje cambiará cuando llegue, no tienes que hacer nada.',
	'verify.roleBlocked':
		'Solo falta el rol: este servidor no me deja darlo ahora mismo. **El equipo tiene que arreglarlo** y ya lo sabe. Tu compra está guardada y el rol llegará solo.',
	'verify.roleUnchosen': 'Tendrás tu rol en cuanto el equipo elija uno para compradores. Ya lo sabe.',
	'verify.roleMemberLeft':
		'Ya no eres miembro de este servidor. Tu compra está guardada: vuelve y usa /verificar de nuevo.',
	'verify.uncheckableTitle': 'Tu código no se puede comprobar ahora mismo',
	'verify.uncheckable':
		'La tienda no da una respuesta correcta. Eso no dice nada de tu código, y este intento no cuenta.',
	'verify.againSoon': 'Inténtalo de nuevo en unos minutos.',
	'verify.againAt': 'Inténtalo de nuevo {when}.',
	'verify.staffTold': 'El equipo ya lo sabe. Inténtalo de nuevo más tarde.',
	'verify.reference': 'Referencia {id}',
} satisfies Record<keyof typeof english, string>;

import type { privacy as english } from '../en/privacy.js';

export const privacy = {
	'command.privacy.name': 'privacidad',
	'command.privacy.description': 'Mira, exporta o borra lo que el bot guarda sobre ti',
	'privacy.title': 'Lo que se guarda sobre ti',
	'privacy.account': 'Tu id de usuario de Discord, junto con lo siguiente: `{id}`',
	'privacy.claims':
		'**Compras: {count, number}** · artículo, licencia, fechas, los servidores donde verificaste y lo que pasó desde entonces. Los códigos están cifrados.',
	'privacy.more': '… y {count, number} más. Todas están en el archivo.',
	'privacy.former':
		'**Compras anteriores: {count, number}** · producto, tipo de licencia y lo que te nombra en su historial.',
	'privacy.misses':
		'**Códigos erróneos del último día: {count, number}** · solo cuándo, nunca lo que escribiste. Se van tras un día.',
	'privacy.elsewhere':
		'No se guarda aquí: los mensajes del canal de registro de un servidor. Para esos, pregunta al equipo de ese servidor.',
	'privacy.export': 'Exportar como archivo',
	'privacy.exported': 'Esto es todo lo que se guarda sobre ti.',
	'privacy.delete': 'Borrar mis datos',
	'privacy.confirmTitle': '¿Borrar tus datos?',
	'privacy.confirm':
		'Tus compras y sus roles desaparecen en todos los servidores de este bot. Los códigos siguen bloqueados para los demás; tú puedes volver a verificarlos. No se puede deshacer.',
	'privacy.confirmButton': 'Borrar todo',
	'privacy.keep': 'Conservar',
	'privacy.deleted':
		'Listo. Tus datos están borrados y los roles se van enseguida. De cada código queda solo una huella, para que nadie más lo use. Las horas de los códigos erróneos y de las desvinculaciones se borran solas en un día.',
	'privacy.audit': '🗑️ <@{userId}> borró sus datos guardados: las compras y sus roles ya no están',
	'privacy.exportLater':
		'⏳ Tus datos se entregan como archivo una vez por minuto. Inténtalo de nuevo {when}.',
} satisfies Record<keyof typeof english, string>;

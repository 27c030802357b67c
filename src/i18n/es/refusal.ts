import type { refusal as english } from '../en/refusal.js';

export const refusal = {
	'refusal.administratorsOnly': 'Este comando es solo para administradores de este servidor.',
	'refusal.homeOnly': 'Esto es para administradores del servidor principal del bot.',
	'refusal.managersOnly':
		'Esto es solo para miembros que pueden gestionar este servidor (el permiso **Gestionar servidor**).',
	'refusal.outdated': 'Este botón o menú es de una versión anterior del bot. Vuelve a usar el comando.',
	'refusal.unknownCommand': 'El bot ya no conoce este comando. Inténtalo de nuevo en unos minutos.',
	'refusal.otherGuild': 'Este bot trabaja para otro servidor. Pregunta allí.',
	'refusal.starting': 'El bot se está iniciando. Inténtalo de nuevo en unos segundos.',
	'refusal.guildOnly': 'Usa este comando en un servidor: no funciona en mensajes directos.',
	'refusal.linksLeftOut': '-# Algunos enlaces no se pueden mostrar.',
} satisfies Record<keyof typeof english, string>;

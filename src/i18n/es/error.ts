import type { error as english } from '../en/error.js';

export const error = {
	'error.storeUnavailable':
		'El bot no puede acceder a sus registros en este momento. Inténtalo de nuevo en unos minutos: no se ha perdido nada.',
	'error.storeFault':
		'El bot ha encontrado un problema en sus registros y se ha detenido para no empeorarlo. Avisa al equipo de este servidor.',
	'error.misconfigured': 'El bot no está bien configurado. Avisa al equipo de este servidor.',
	'error.unexpected': 'Algo ha fallado en el bot. Inténtalo de nuevo; si vuelve a pasar, avisa al equipo.',
	'error.reference': 'Referencia: `{id}`',
} satisfies Record<keyof typeof english, string>;

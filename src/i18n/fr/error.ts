import type { error as english } from '../en/error.js';

export const error = {
	'error.storeUnavailable':
		'Le bot n’accède pas à ses données pour le moment. Réessaie dans quelques minutes : rien n’est perdu.',
	'error.storeFault':
		'Le bot a trouvé une anomalie dans ses données et s’est arrêté pour ne pas l’aggraver. Préviens l’équipe de ce serveur.',
	'error.misconfigured': 'Le bot n’est pas configuré correctement. Préviens l’équipe de ce serveur.',
	'error.unexpected':
		'Quelque chose s’est mal passé dans le bot. Réessaie ; si cela se reproduit, préviens l’équipe.',
	'error.reference': 'Référence : `{id}`',
} satisfies Record<keyof typeof english, string>;

import type { error as english } from '../en/error.js';

export const error = {
	'error.storeUnavailable':
		'Der Bot erreicht seine Aufzeichnungen gerade nicht. Bitte versuche es in ein paar Minuten noch einmal: Es ist nichts verloren.',
	'error.storeFault':
		'Der Bot hat einen Fehler in seinen Aufzeichnungen gefunden und aufgehört, um es nicht schlimmer zu machen. Bitte sag dem Team dieses Servers Bescheid.',
	'error.misconfigured':
		'Der Bot ist nicht richtig eingerichtet. Bitte sag dem Team dieses Servers Bescheid.',
	'error.unexpected':
		'Im Bot ist etwas schiefgegangen. Bitte versuche es noch einmal; passiert es wieder, sag dem Team Bescheid.',
	'error.reference': 'Referenz: `{id}`',
} satisfies Record<keyof typeof english, string>;

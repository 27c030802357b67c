import type { error as english } from '../en/error.js';

export const error = {
	'error.storeUnavailable':
		'Il bot non riesce a raggiungere i suoi dati in questo momento. Riprova tra qualche minuto: non si è perso nulla.',
	'error.storeFault':
		'Il bot ha trovato un problema nei suoi dati e si è fermato per non peggiorarlo. Avvisa lo staff di questo server.',
	'error.misconfigured': 'Il bot non è configurato correttamente. Avvisa lo staff di questo server.',
	'error.unexpected': 'Qualcosa è andato storto nel bot. Riprova; se succede ancora, avvisa lo staff.',
	'error.reference': 'Riferimento: `{id}`',
} satisfies Record<keyof typeof english, string>;

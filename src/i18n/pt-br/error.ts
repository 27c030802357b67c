import type { error as english } from '../en/error.js';

export const error = {
	'error.storeUnavailable':
		'O bot não consegue acessar seus registros agora. Tente de novo em alguns minutos: nada se perdeu.',
	'error.storeFault':
		'O bot encontrou um problema em seus registros e parou para não piorar. Avise a equipe deste servidor.',
	'error.misconfigured': 'O bot não está configurado corretamente. Avise a equipe deste servidor.',
	'error.unexpected': 'Algo deu errado no bot. Tente de novo; se acontecer outra vez, avise a equipe.',
	'error.reference': 'Referência: `{id}`',
} satisfies Record<keyof typeof english, string>;

import type { error as english } from '../en/error.js';

export const error = {
	'error.storeUnavailable':
		'Bot nie ma teraz dostępu do swoich zapisów. Spróbuj ponownie za kilka minut: nic nie przepadło.',
	'error.storeFault':
		'Bot znalazł błąd w swoich zapisach i przerwał działanie, aby go nie pogorszyć. Powiadom ekipę tego serwera.',
	'error.misconfigured': 'Bot nie jest poprawnie skonfigurowany. Powiadom ekipę tego serwera.',
	'error.unexpected':
		'Coś poszło nie tak w bocie. Spróbuj ponownie, a jeśli to się powtórzy, powiadom ekipę.',
	'error.reference': 'Numer referencyjny: `{id}`',
} satisfies Record<keyof typeof english, string>;

import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': 'zakupy',
	'command.purchases.description': 'Zobacz swoje zakupy i odzyskaj role',
	'purchases.open': 'Moje zakupy',
	'purchases.title': 'Twoje zakupy',
	'purchases.none': 'Nie masz jeszcze zweryfikowanego zakupu. Wyślij kod z potwierdzenia przez `/{command}`.',
	'purchases.bought': 'Kupiono',
	'purchases.unknown': 'nieznane',
	'purchases.supportedUntil': 'Wsparcie do',
	'purchases.roles': 'Role tutaj',
	'purchases.noRoles': 'brak',
	'purchases.elsewhere':
		'Zweryfikowano na innym serwerze. Wyślij kod także tutaj, aby dostać role tego serwera.',
	'purchases.revoked': 'Już nieważny: sklep nie zna już tego zakupu, jak po zwrocie.',
	'purchases.restore': 'Przywróć moje role',
	'purchases.restored': 'Gotowe. Masz wszystkie role, które twoje zakupy dają na tym serwerze.',
} satisfies Record<keyof typeof english, string>;

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
	'purchases.unlink': 'Odłącz zakup',
	'purchases.unlinkTitle': 'Odłączyć {item}?',
	'purchases.unlinkAsk':
		'Role z niego znikną. Przez tyle dni tylko ty możesz ponownie zweryfikować jego kod: {days, number}. Potem każdy, kto go ma.',
	'purchases.unlinkAskNow': 'Role z niego znikną, a każdy, kto ma kod, może go od razu zweryfikować.',
	'purchases.leaveAsk':
		'Stracisz role za ten zakup na tym serwerze. Zakup pozostanie przypisany do twojego konta: aby je odzyskać, zweryfikuj tu kod ponownie.',
	'purchases.unlinkButton': 'Odłącz',
	'purchases.unlinked': 'Gotowe. Role zaraz znikną. Inni mogą zweryfikować kod od {date}.',
	'purchases.left':
		'Gotowe. Role za ten zakup są odbierane na tym serwerze. Gdzie indziej nic się nie zmienia.',
	'purchases.unlinkNotAllowed':
		'Na tym serwerze członkowie nie mogą sami odłączać zakupów. Zapytaj obsługę, jeśli chcesz go przekazać.',
	'purchases.unlinkLocked': 'Obsługa zablokowała ten zakup. Zapytaj ją.',
	'purchases.unlinkGone': 'Ten zakup nie należy już do ciebie.',
	'purchases.notHere': 'Ten zakup nie jest już zweryfikowany na tym serwerze.',
	'purchases.unlinkLimited': 'W ciągu 24 godzin odłączono trzy zakupy. Następny: {when}.',
	'purchases.audit': '🔓 <@{userId}> odłącza **{item}**, role z niego znikają',
	'purchases.auditLeft':
		'🔓 <@{userId}>: na tym serwerze odłączono zakup **{item}**, role za niego są odbierane',
} satisfies Record<keyof typeof english, string>;

import type { refusal as english } from '../en/refusal.js';

export const refusal = {
	'refusal.administratorsOnly': 'To polecenie jest tylko dla administratorów tego serwera.',
	'refusal.homeOnly': 'To jest dla administratorów głównego serwera bota.',
	'refusal.managersOnly':
		'To jest tylko dla członków, którzy mogą zarządzać tym serwerem (uprawnienie **Zarządzanie serwerem**).',
	'refusal.outdated': 'Ten przycisk lub menu pochodzi ze starszej wersji bota. Użyj polecenia ponownie.',
	'refusal.unknownCommand': 'Bot nie zna już tego polecenia. Spróbuj ponownie za kilka minut.',
	'refusal.otherGuild': 'Ten bot działa dla innego serwera. Zapytaj tam.',
	'refusal.starting': 'Bot właśnie się uruchamia. Spróbuj ponownie za kilka sekund.',
	'refusal.guildOnly': 'Użyj tego polecenia na serwerze: nie działa ono w wiadomościach prywatnych.',
	'refusal.linksLeftOut': '-# Niektórych linków nie można pokazać.',
} satisfies Record<keyof typeof english, string>;

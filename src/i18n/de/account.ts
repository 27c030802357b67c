import type { account as english } from '../en/account.js';

export const account = {
	'account.userName': 'Benutzername',
	'account.memberSince': 'Mitglied seit',
	'account.link': 'Link',
	'account.badKey':
		'Der Marktplatz akzeptiert den API-Schlüssel des Bots nicht. Prüfe `MARKETPLACE_API_KEY`: Einen neuen Schlüssel kannst du im Bereich für API-Schlüssel der Workspace-Einstellungen des Marktplatzes anlegen.',
	'account.laterAt':
		'Der Marktplatz bittet den Bot zu warten. Das Konto kann {when} wieder abgerufen werden.',
	'account.unavailable':
		'Der Marktplatz ist gerade nicht erreichbar. Bitte versuche es in ein paar Minuten noch einmal.',
	'account.malformed': 'Die Antwort des Marktplatzes war nicht zu verstehen. Stimmt `MARKETPLACE_URL`?',
	'account.showPrivate': 'E-Mail und Guthaben zeigen',
	'account.email': 'E-Mail',
	'account.contactEmail': 'Kontakt-E-Mail',
	'account.balance': 'Guthaben',
	'account.notGiven': 'nicht angegeben',
} satisfies Record<keyof typeof english, string>;

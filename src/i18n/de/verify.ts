import type { verify as english } from '../en/verify.js';

export const verify = {
	'verify.notACodeTitle': 'Das ist kein Kaufcode',
	'verify.notACode':
		'Ein Code sieht so aus: `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. Du findest ihn in der E-Mail mit dem Beleg und auf der Download-Seite des Shops.\n\nEine Bestellnummer oder ein Lizenzschlüssel eines anderen Shops funktioniert hier nicht.',
	'verify.invalidTitle': 'Ungültiger Kaufcode',
	'verify.invalid':
		'Der Shop kennt diesen Code nicht. Bitte kopiere ihn noch einmal vollständig und unverändert von deinem Beleg: Schon ein fehlender Buchstabe genügt.\n\nWurde der Kauf erstattet, gilt sein Code nicht mehr. Klappt es immer noch nicht? Zeig dem Team diese Referenz, **niemals den Code selbst**.',
	'verify.takenTitle': 'Dieser Code wird schon benutzt',
	'verify.taken':
		'Ein anderes Mitglied hat sich damit verifiziert, und ein Code gilt für eine Person. Ist es dein Kauf, wende dich ans Team und zeig diese Referenz, **niemals den Code selbst**.',
	'verify.limitedTitle': 'Zu viele falsche Codes',
	'verify.limited':
		'Bitte versuche es {when} noch einmal. Nutze die Zeit, um den richtigen Code zu finden: Er steht in der E-Mail mit dem Beleg und auf der Download-Seite des Shops.',
	'verify.busyTitle': 'Deine Codes werden noch geprüft',
	'verify.busy':
		'Bitte warte auf die Antworten zu den Codes, die du schon geschickt hast, und schicke dann den nächsten. Dieser wurde nicht geprüft und zählt nicht.',
	'verify.oftenTitle': 'Zu viele Codes in kurzer Zeit',
	'verify.often':
		'Der Marktplatz wird nur nach wenigen Codes auf einmal gefragt. Bitte versuche es {when} noch einmal.',
	'verify.verifiedTitle': 'Kauf verifiziert',
	'verify.returningTitle': 'Willkommen zurück',
	'verify.verified': '**{item}** gehört jetzt hier dir. Danke für deinen Kauf!',
	'verify.returning': '**{item}** gehört dir bereits.',
	'verify.renewedTitle': '✅ Support verlängert',
	'verify.renewed': '**{item}** hat Support bis {date} ({when}).',
	'verify.licence': 'Lizenz',
	'verify.support': 'Support',
	'verify.supportNone': 'nicht enthalten',
	'verify.supportUntil': 'bis {date}',
	'verify.supportEnded': 'endete am {date}',
	'verify.roleGranted': 'Du hast die Käufer-Rolle.',
	'verify.roleWaiting':
		'Deine Rolle ist unterwegs. Diese Nachricht ändert sich, sobald sie da ist, du musst nichts tun.',
	'verify.roleBlocked':
		'Nur die Rolle fehlt noch: Dieser Server lässt sie mich gerade nicht vergeben. **Das Team muss das beheben** und weiß Bescheid. Dein Kauf ist sicher gespeichert, und die Rolle folgt von selbst.',
	'verify.roleUnchosen':
		'Du bekommst deine Rolle, sobald das Team eine für Käufer auswählt. Es weiß Bescheid.',
	'verify.roleMemberLeft':
		'Du bist kein Mitglied dieses Servers mehr. Dein Kauf ist sicher gespeichert: Komm zurück und nutze /verifizieren noch einmal.',
	'verify.uncheckableTitle': 'Dein Code kann gerade nicht geprüft werden',
	'verify.uncheckable':
		'Der Shop gibt keine brauchbare Antwort. Das sagt nichts über deinen Code aus, und dieser Versuch zählt nicht.',
	'verify.againSoon': 'Bitte versuche es in ein paar Minuten noch einmal.',
	'verify.againAt': 'Bitte versuche es {when} noch einmal.',
	'verify.staffTold': 'Das Team weiß Bescheid. Bitte versuche es später noch einmal.',
	'verify.reference': 'Referenz {id}',
} satisfies Record<keyof typeof english, string>;

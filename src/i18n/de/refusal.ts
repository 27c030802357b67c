import type { refusal as english } from '../en/refusal.js';

export const refusal = {
	'refusal.administratorsOnly': 'Dieser Befehl ist nur für Administratoren dieses Servers.',
	'refusal.homeOnly': 'Das ist für Administratoren des Heimservers dieses Bots.',
	'refusal.managersOnly':
		'Das ist nur für Mitglieder, die diesen Server verwalten dürfen (Berechtigung **Server verwalten**).',
	'refusal.outdated':
		'Dieser Button oder dieses Menü stammt aus einer älteren Version des Bots. Bitte führe den Befehl noch einmal aus.',
	'refusal.unknownCommand':
		'Der Bot kennt diesen Befehl nicht mehr. Bitte versuche es in ein paar Minuten noch einmal.',
	'refusal.otherGuild': 'Dieser Bot arbeitet für einen anderen Server. Bitte frage dort nach.',
	'refusal.starting': 'Der Bot startet gerade. Bitte versuche es in ein paar Sekunden noch einmal.',
	'refusal.guildOnly':
		'Bitte nutze diesen Befehl auf einem Server: In Direktnachrichten funktioniert er nicht.',
	'refusal.linksLeftOut': '-# Einige Links können nicht angezeigt werden.',
} satisfies Record<keyof typeof english, string>;

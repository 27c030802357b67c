import type { panel as english } from '../en/panel.js';

export const panel = {
	'command.panel.name': 'panel',
	'command.panel.description': 'Eine Nachricht posten, mit der alle ihren Kauf verifizieren können',
	'command.panel.channel.name': 'kanal',
	'command.panel.channel.description': 'Wohin damit. Ein Panel, das dort schon steht, wird aktualisiert',
	'panel.title': 'Verifiziere deinen Kauf',
	'panel.text':
		'Klicke auf **Kauf verifizieren** und füge den Code von deinem Beleg ein. Nur du und der Bot sehen ihn.\n\nDeine Rolle folgt in Sekunden.',
	'panel.verify': 'Kauf verifizieren',
	'panel.codeLabel': 'Kaufcode',
	'panel.codeHint': 'Von deinem Beleg. Du kannst eine ganze Zeile einfügen: Der Code darin wird gefunden.',
	'panel.posted': 'Das Panel ist gepostet: {link}',
	'panel.changed': 'Das Panel ist auf dem neuesten Stand: {link}',
	'panel.badPicture':
		'Das Bild blieb, wie es war: Discord zeigt nur eines von einer Webadresse (http oder https).',
	'panel.noChannel': 'In diesem Kanal kann keine Nachricht gepostet werden, oder es gibt ihn nicht mehr.',
	'panel.noAccess':
		'Ich kann in {channel} nicht posten. Bitte gib mir dort **Kanal ansehen**, **Nachrichten senden** und **Links einbetten**.',
	'panel.missing': 'In diesem Kanal gibt es kein Panel mehr. Mit `/{command}` kannst du eines posten.',
	'panel.change': 'Text und Bild ändern',
	'panel.titleLabel': 'Titel',
	'panel.textLabel': 'Text',
	'panel.emptyHint': 'Leer lassen für die üblichen Worte.',
	'panel.pictureLabel': 'Bild',
	'panel.pictureHint': 'Die Webadresse eines Bildes. Leer lassen für keines.',
	'panel.audit': '⚙️ <@{userId}> hat das Panel in <#{channelId}> gepostet oder geändert',
} satisfies Record<keyof typeof english, string>;

import type { privacy as english } from '../en/privacy.js';

export const privacy = {
	'command.privacy.name': 'datenschutz',
	'command.privacy.description': 'Ansehen, exportieren oder löschen, was der Bot über dich gespeichert hat',
	'privacy.title': 'Was über dich gespeichert ist',
	'privacy.account': 'Deine Discord-Benutzer-ID, zusammen mit dem Folgenden: `{id}`',
	'privacy.claims':
		'**Käufe: {count, number}** · Produkt, Lizenz, Daten, die Server, auf denen du verifiziert hast, und was seitdem geschah. Die Codes sind verschlüsselt.',
	'privacy.more': '… und {count, number} weitere. In der Datei stehen alle.',
	'privacy.former':
		'**Frühere Käufe: {count, number}** · Produkt, Lizenzart und was in ihrem Verlauf dich nennt.',
	'privacy.misses':
		'**Falsche Codes am letzten Tag: {count, number}** · nur wann, nie was du eingegeben hast. Nach einem Tag weg.',
	'privacy.elsewhere':
		'Nicht hier gespeichert: Nachrichten im Protokollkanal eines Servers. Frag dazu bitte das Team dieses Servers.',
	'privacy.export': 'Als Datei exportieren',
	'privacy.exported': 'Das ist alles, was über dich gespeichert ist.',
	'privacy.delete': 'Meine Daten löschen',
	'privacy.confirmTitle': 'Deine Daten löschen?',
	'privacy.confirm':
		'Deine Käufe und die Rollen daraus verschwinden, auf jedem Server dieses Bots. Die Codes bleiben für alle anderen gesperrt; du kannst sie wieder verifizieren. Das lässt sich nicht rückgängig machen.',
	'privacy.confirmButton': 'Alles löschen',
	'privacy.keep': 'Behalten',
	'privacy.deleted':
		'Erledigt. Deine Daten sind gelöscht, und die Rollen verschwinden gleich. Von jedem Code bleibt nur ein Fingerabdruck, damit niemand sonst ihn nutzen kann. Die Zeiten falscher Codes und aufgehobener Verknüpfungen werden binnen eines Tages von selbst gelöscht.',
	'privacy.audit':
		'🗑️ <@{userId}> hat die eigenen gespeicherten Daten gelöscht: Käufe und Rollen daraus sind weg',
	'privacy.exportLater':
		'⏳ Deine Daten gibt es einmal pro Minute als Datei. Versuche es {when} noch einmal.',
} satisfies Record<keyof typeof english, string>;

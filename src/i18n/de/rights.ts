import type { rights as english } from '../en/rights.js';

export const rights = {
	'setup.takes.management':
		'⛔ Nicht gespeichert: Dafür brauchst du die Berechtigungen **Server verwalten** und **Rollen verwalten** auf dem Server.',
	'setup.takes.administrator': '⛔ Nicht gespeichert: Team-Rollen wählt ein Administrator.',
	'setup.refused.out-of-reach':
		'⛔ <@&{roleId}> wurde nicht gespeichert: Sie steht nicht unter deiner höchsten Rolle.',
	'setup.refused.administrator': '⛔ <@&{roleId}> wurde nicht gespeichert: Sie ist eine Administrator-Rolle.',
	'setup.refused.is-staff':
		'⛔ <@&{roleId}> wurde nicht gespeichert: Sie ist eine Team-Rolle, und ein Kauf vergibt nie eine.',
	'setup.refused.is-given':
		'⛔ <@&{roleId}> wurde nicht gespeichert: Käufe vergeben sie, also gehörte jeder Käufer zum Team.',
	'setup.refused.self-chosen':
		'⛔ <@&{roleId}> wurde nicht gespeichert: Mitglieder können sie sich selbst geben.',
	'setup.unusableChannel':
		'⛔ Nicht gespeichert: Das ist kein Kanal dieses Servers, in den man schreiben kann.',
	'setup.tooManyRules':
		'⛔ Nicht gespeichert: Es gibt schon {most, number} solche Rollen. Entferne zuerst eine.',
	'setup.staff':
		'**Team-Rollen** · dürfen sich ohne „Rollen verwalten“ um Käufe kümmern; ein Administrator wählt sie (optional)',
	'setup.staffHow':
		'-# Lass diese Rollen auch die Befehle sehen: Servereinstellungen → Integrationen → dieser Bot.',
	'setup.lookAtPowers': 'Befugnisse ansehen',
	'setup.confirm.powers':
		'⚠️ Jeder Käufer bekäme: {powers}\nNimm das der Rolle weg: {role}, unter Servereinstellungen → Rollen.',
	'setup.confirm.channels': '⚠️ Käufer würden das sehen: {channels}',
	'setup.confirm.holders':
		'⚠️ {count, plural, one {# Mitglied hat} other {# Mitglieder haben}} schon {role}. Von jetzt an entscheiden Käufe: Wer hier verifiziert und keinen Kauf dafür hat, verliert sie.',
	'setup.confirm.someHolders':
		'⚠️ Vielleicht haben Mitglieder schon {role}. Von jetzt an entscheiden Käufe: Wer hier verifiziert und keinen Kauf dafür hat, verliert sie.',
	'setup.confirm.openChannel':
		'⚠️ Alle auf dem Server können das lesen: {channel}. Dort steht, wer was verifiziert und was das Team getan hat.',
	'setup.confirm.use': 'Trotzdem verwenden',
	'setup.confirm.another': 'Etwas anderes wählen',
	'audit.trouble.role-powerful':
		'{role} verleiht Macht über den Server, und niemand hat das bestätigt. Nimm ihr die Berechtigungen unter Servereinstellungen → Rollen oder bestätige sie in `/einrichten server`.',
	'audit.setup.powers': 'die Berechtigungen von <@&{roleId}> sind bestätigt',
	'audit.setup.staffRoles': 'die Team-Rollen sind jetzt {roles}',
	'audit.setup.noStaffRoles': 'es gibt keine Team-Rollen mehr',
	'finding.staffRole.says':
		'{role} macht niemanden zum Team: Sie ist weg, gehört zu einer App oder alle können sie bekommen.',
	'panel.mayNotPost':
		'⛔ Du kannst dort keine Nachrichten mit eingebetteten Links schreiben, also poste ich dort nichts für dich: {channel}.',
	'panel.limited': '⏳ Auf diesem Server wurden oft Panels geändert. Versuche es {when} noch einmal.',
	'audit.accountOpened': '🔑 <@{userId}> hat das Marktplatz-Konto geöffnet',
	'finding.staffCommands.says': '{role} ist eine Team-Rolle und sieht diese Befehle nicht: {commands}.',
	'finding.hiddenCommands.says': 'Mitglieder mit dieser Rolle sehen Befehle nicht: {role} → {commands}.',
	'finding.allowCommands': 'Erlaube sie unter Servereinstellungen → Integrationen → dieser Bot.',
} satisfies Record<keyof typeof english, string>;

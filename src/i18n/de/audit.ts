import type { audit as english } from '../en/audit.js';

export const audit = {
	'audit.verified': '✅ <@{userId}> hat {purchase} verifiziert',
	'audit.returned': '🔁 <@{userId}> ist mit {purchase} zurück',
	'audit.verifiedMany': '✅ {count, plural, one {# Kauf} other {# Käufe}} verifiziert: {items}',
	'audit.purchase': '**{item}** ({licence})',
	'audit.purchaseWithoutLicence': '**{item}**',
	'audit.refused': '⛔ <@{userId}> wurde nicht verifiziert: {reason} · Referenz `{reference}`',
	'audit.refused.invalid': 'der Marktplatz kennt den Code nicht',
	'audit.refused.taken': 'der Code gehört einem anderen Mitglied',
	'audit.refused.uncheckable': 'der Marktplatz konnte nicht gefragt werden',
	'audit.refusedMany': '⛔ Abgelehnt: {count, number}',
	'audit.limit.member': '🛑 <@{userId}> hat zu viele falsche Codes gesendet und muss warten',
	'audit.limit.guild':
		'🛑 Zu viele falsche Codes auf diesem Server, der letzte von <@{userId}>: Wer einen geschickt hat, wartet einige Minuten',
	'audit.limit.lookup':
		'🛑 <@{userId}> hat viele Codes nachgeschlagen, die hier niemand verifiziert hat, und muss warten',
	'audit.rolesBlocked':
		'⚠️ Rollen können nicht vergeben werden: {trouble} Die Käufe sind gespeichert, und die Rollen folgen von selbst.',
	'audit.revoked':
		'↩️ Der Kauf von **{item}** durch <@{userId}> ist nicht mehr gültig, seine Rollen werden entfernt',
	'audit.reinstated':
		'✅ Der Kauf von **{item}** durch <@{userId}> ist wieder gültig, seine Rollen kommen zurück',
	'audit.renewed': '✅ <@{userId}> hat den Support für **{item}** verlängert',
	'audit.endedHere':
		'🔓 Der Kauf von **{item}** durch <@{userId}> zählt auf diesem Server nicht mehr, seine Rollen werden entfernt',
	'audit.revokingStopped':
		'⚠️ Heute wurden mehr als {limit} Käufe ungültig. Das sieht nach einer Störung oder einem geänderten Schlüssel aus, deshalb werden heute keine weiteren zurückgenommen. Bitte prüfe den Marktplatz.',
	'audit.setup': '⚙️ <@{userId}> hat die Einrichtung geändert: {change}',
	'audit.setup.buyerRole': 'die Käufer-Rolle ist jetzt <@&{roleId}>',
	'audit.setup.supportedRole': 'die Rolle mit Support ist jetzt <@&{roleId}>',
	'audit.setup.noSupportedRole': 'es gibt keine Rolle mit Support mehr',
	'audit.setup.auditChannel': 'der Protokollkanal ist jetzt <#{channelId}>',
	'audit.setup.noAuditChannel': 'es gibt keinen Protokollkanal mehr',
	'audit.setup.rule':
		'Käufer {kind, select, item {des Produkts} category {der Kategorie} other {der Lizenzart}} **{subject}** bekommen jetzt <@&{roleId}>',
	'audit.setup.noRule':
		'es gibt keine Rolle mehr für {kind, select, item {das Produkt} category {die Kategorie} other {die Lizenzart}} **{subject}**',
	'audit.badKey':
		'⚠️ Der Marktplatz akzeptiert den API-Schlüssel nicht als den eines Autors. Niemand kann sich verifizieren, bis MARKETPLACE_API_KEY stimmt und der Bot neu gestartet ist.',
	'audit.answeredElsewhere':
		'⚠️ Ein weiterer Bot mit diesem Token antwortet ebenfalls. Wenn du keinen zweiten gestartet hast, hat jemand den Token: Erstelle auf der Bot-Seite der Anwendung einen neuen.',
	'audit.emptyStore':
		'⚠️ Die Datenbank ist leer, obwohl die Befehle schon registriert waren. Beim ersten Start ist das richtig. War der Bot schon in Gebrauch, halte ihn an und prüfe DATABASE_URL: Jeder Code gilt als neu.',
	'audit.otherAccount':
		'⚠️ Der API-Schlüssel gehört jetzt zu einem anderen Konto des Marktplatzes: **{seen}**, nicht **{known}**. Kein Code wird geprüft und nichts widerrufen, bis der Betreiber des Bots das neue Konto mit `npm run claims -- confirm-account` bestätigt oder den richtigen `MARKETPLACE_API_KEY` setzt.',
	'audit.clockOff':
		'⚠️ Die Uhr des Rechners, auf dem der Bot läuft, geht um {minutes, plural, one {# Minute} other {# Minuten}} falsch. Bis sie wieder stimmt, wird nichts widerrufen und kein freigehaltener Platz frei: Bitte lass die Zeit dort synchronisieren.',
	'audit.theRole': 'die Rolle',
	'audit.trouble.missing-permission': 'Ich brauche die Berechtigung **Rollen verwalten** für {role}.',
	'audit.trouble.role-too-high':
		'{role} steht über meiner eigenen Rolle. Zieh meine Rolle unter Servereinstellungen → Rollen darüber.',
	'audit.trouble.no-buyer-role': 'es ist keine Käufer-Rolle eingerichtet. Bitte lege eine fest.',
	'audit.trouble.role-missing':
		'die Rolle `{roleId}` gibt es auf diesem Server nicht. Bitte lege eine andere fest.',
	'audit.trouble.role-not-assignable':
		'{role} gehört zu einer Integration, und niemand kann sie vergeben. Bitte lege eine andere fest.',
	'audit.trouble.refused':
		'Discord lehnt {role} ab und nennt keinen Grund. Falls ein Proxy zwischen Bot und Discord steht, prüfe ihn.',
	'audit.trouble.guild-gone': 'Ich bin nicht mehr auf dem Server. Bitte lade mich wieder ein.',
} satisfies Record<keyof typeof english, string>;

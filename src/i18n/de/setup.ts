import type { setup as english } from '../en/setup.js';

export const setup = {
	'setup.title': '## Diesen Server einrichten\nJede Auswahl wird sofort gespeichert.',
	'setup.buyer': '**Käufer-Rolle** · bekommen alle mit einem verifizierten Kauf',
	'setup.supported': '**Rolle mit Support** · gilt, solange mindestens ein Kauf Support hat (optional)',
	'setup.audit':
		'**Protokollkanal** · hier liest dein Team, wer sich verifiziert hat und was schiefging (optional)',
	'setup.more':
		'**Weitere Rollen** · für einzelne Produkte, Kategorien oder Lizenzarten (optional): {count, plural, =0 {noch keine} other {{count, number}}}',
	'setup.moreTroubles': '❌ Einige dieser Rollen funktionieren nicht: siehe *Weitere Rollen*.',
	'setup.former':
		'-# Eine Rolle, die du hier ersetzt oder entfernst, behalten die Mitglieder, die sie haben.',
	'setup.chooseRole': 'Rolle auswählen',
	'setup.chooseChannel': 'Kanal auswählen',
	'setup.moreButton': 'Weitere Rollen',
	'setup.again': 'Erneut prüfen',
	'setup.unavailable':
		'⚠️ Discord sagt gerade nichts über diesen Server, deshalb wurde nichts gespeichert. Bitte versuche es später noch einmal.',
	'setup.missing': '⛔ Die Rolle `{roleId}` wurde nicht gespeichert: Es gibt sie nicht mehr.',
	'setup.everyone': '⛔ <@&{roleId}> wurde nicht gespeichert: Alle haben sie schon.',
	'setup.managed':
		'⛔ <@&{roleId}> wurde nicht gespeichert: Sie gehört zu einem Bot oder einer Integration, und niemand kann sie vergeben.',
	'setup.rules.title': '## Rollen für Produkte, Kategorien und Lizenzarten',
	'setup.rules.how':
		'Füge eine mit `/einrichten produkt`, `/einrichten kategorie` oder `/einrichten lizenz` hinzu. Ein Kauf gibt neben der Käufer-Rolle jede Rolle, die zu ihm passt.',
	'setup.rules.none': 'Es gibt noch keine.',
	'setup.rules.page': '-# Seite {page, number} von {pages, number}',
	'setup.rules.subject': '{kind, select, item {Produkt} category {Kategorie} other {Lizenz}} **{name}**',
	'setup.rules.option': '{kind, select, item {Produkt} category {Kategorie} other {Lizenz}}: {name}',
	'setup.rules.remove': 'Eine davon entfernen',
	'setup.rules.back': '‹ Zurück',
	'setup.rules.previous': 'Vorherige',
	'setup.rules.next': 'Nächste',
	'setup.rules.saved': '✅ {subject}: Käufer bekommen jetzt <@&{roleId}>.',
	'setup.rules.unseenLicence':
		'-# Es gab noch keinen Kauf mit dieser Lizenzart. Sie muss so geschrieben sein, wie der Marktplatz sie schreibt.',
	'setup.rules.unknownCategory':
		'Kein Produkt hat diese Kategorie. Fang an zu tippen und wähle eine aus der Liste.',
	'setup.rules.licenceIsCode':
		'Das sieht nach einem Kaufcode aus, deshalb habe ich es nicht gespeichert. Eine Lizenzart ist ein Name wie `regular` oder `extended`.',
} satisfies Record<keyof typeof english, string>;

import type { stats as english } from '../en/stats.js';

export const stats = {
	'stats.title': 'Verifizierungen der letzten {days, number} Tage',
	'stats.total': '**{count, number}** insgesamt · **{average}** am Tag',
	'stats.lastWeek': 'Die letzten 7 Tage',
	'stats.byItem': 'Nach Produkt',
	'stats.otherItems': 'Andere Produkte',
	'stats.refused': 'Abgelehnt: {count, number}',
	'stats.reason.invalid': 'Dem Marktplatz unbekannt',
	'stats.reason.taken': 'Gehört jemand anderem',
	'stats.reason.limited': 'Zu viele falsche Codes',
	'stats.reason.not-a-code': 'Kein Code im Text',
	'stats.reason.uncheckable': 'Marktplatz nicht erreichbar',
	'stats.supported': 'Ansprüche mit Support',
	'stats.share': '**{share}** · {supported, number} von {claims, number}, gezählt {when}',
	'stats.counting': 'Wird gerade gezählt. Frag gleich noch einmal.',
	'stats.none': 'Noch keine',
	'stats.footer': 'Tage in UTC. Ein Code, den sein Inhaber erneut vorlegt, zählt nicht doppelt.',
	'stats.chartAlt': 'Verifizierungen pro Tag als Balken. {days}',
	'stats.noChart': 'Das Diagramm konnte nicht gezeichnet werden. Die Zahlen sind vollständig.',
	'stats.chartLater':
		'Ein Server bekommt ein Diagramm pro Minute, und das letzte galt einem anderen Zeitraum. Die Zahlen sind vollständig.',
} satisfies Record<keyof typeof english, string>;

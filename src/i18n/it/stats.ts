import type { stats as english } from '../en/stats.js';

export const stats = {
	'stats.title': 'Verifiche degli ultimi {days, number} giorni',
	'stats.total': '**{count, number}** in tutto · **{average}** al giorno',
	'stats.lastWeek': 'Gli ultimi 7 giorni',
	'stats.byItem': 'Per prodotto',
	'stats.otherItems': 'Altri prodotti',
	'stats.refused': 'Rifiuti: {count, number}',
	'stats.reason.invalid': 'Sconosciuto al marketplace',
	'stats.reason.taken': 'Appartiene a qualcun altro',
	'stats.reason.limited': 'Troppi codici errati',
	'stats.reason.not-a-code': 'Nessun codice nel testo',
	'stats.reason.uncheckable': 'Marketplace non raggiungibile',
	'stats.supported': 'Acquisti con supporto',
	'stats.share': '**{share}** · {supported, number} di {claims, number}, contati {when}',
	'stats.counting': 'Conteggio in corso. Richiedi tra un momento.',
	'stats.none': 'Ancora nessuna',
	'stats.footer': 'Giorni in UTC. Un codice ripresentato dal titolare non conta due volte.',
	'stats.chartAlt': 'Verifiche al giorno, a barre. {days}',
	'stats.noChart': 'Non è stato possibile disegnare il grafico. I numeri sono completi.',
	'stats.chartLater':
		'Un server riceve un grafico al minuto, e l’ultimo era di un altro periodo. I numeri sono completi.',
} satisfies Record<keyof typeof english, string>;

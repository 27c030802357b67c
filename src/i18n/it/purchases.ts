import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': 'acquisti',
	'command.purchases.description': 'Guarda i tuoi acquisti e riprendi i tuoi ruoli',
	'purchases.open': 'I miei acquisti',
	'purchases.title': 'I tuoi acquisti',
	'purchases.none':
		'Non hai ancora acquisti verificati. Invia il codice della tua ricevuta con `/{command}`.',
	'purchases.bought': 'Acquistato',
	'purchases.unknown': 'non noto',
	'purchases.supportedUntil': 'Supporto fino al',
	'purchases.roles': 'Ruoli qui',
	'purchases.noRoles': 'nessuno',
	'purchases.elsewhere':
		'Verificato in un altro server. Invia il codice anche qui per i ruoli di questo server.',
	'purchases.revoked': 'Non più valido: il negozio non conosce più questo acquisto, come dopo un rimborso.',
	'purchases.restore': 'Ripristina i miei ruoli',
	'purchases.restored': 'Fatto. Hai tutti i ruoli che i tuoi acquisti danno in questo server.',
	'purchases.unlink': 'Scollega un acquisto',
	'purchases.unlinkTitle': 'Scollegare {item}?',
	'purchases.unlinkAsk':
		'I suoi ruoli spariscono. Per questi giorni solo tu puoi verificare di nuovo il codice: {days, number}. Poi può chiunque lo abbia.',
	'purchases.unlinkAskNow': 'I suoi ruoli spariscono, e chiunque abbia il codice può verificarlo subito.',
	'purchases.leaveAsk':
		'Perdi i suoi ruoli in questo server. L’acquisto resta collegato al tuo account: verifica di nuovo il codice qui per riaverli.',
	'purchases.unlinkButton': 'Scollega',
	'purchases.unlinked':
		'Fatto. I ruoli spariscono tra un attimo. Gli altri possono verificare il codice dal {date}.',
	'purchases.left': 'Fatto. I suoi ruoli in questo server vengono rimossi. Altrove non cambia nulla.',
	'purchases.unlinkNotAllowed':
		'Questo server non lascia scollegare gli acquisti ai membri. Chiedi allo staff se vuoi cederne uno.',
	'purchases.unlinkLocked': 'Lo staff ha bloccato questo acquisto. Chiedi a loro.',
	'purchases.unlinkGone': 'Questo acquisto non è più tuo.',
	'purchases.notHere': 'Questo acquisto non è più verificato in questo server.',
	'purchases.unlinkLimited': 'Hai scollegato tre acquisti in 24 ore. Il prossimo: {when}.',
	'purchases.audit': '🔓 <@{userId}> ha scollegato **{item}**, e i suoi ruoli spariscono',
	'purchases.auditLeft':
		'🔓 <@{userId}> ha scollegato **{item}** in questo server; i suoi ruoli vengono rimossi',
} satisfies Record<keyof typeof english, string>;

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
} satisfies Record<keyof typeof english, string>;

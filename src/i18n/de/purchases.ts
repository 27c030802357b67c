import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': 'käufe',
	'command.purchases.description': 'Deine Käufe ansehen und deine Rollen zurückholen',
	'purchases.open': 'Meine Käufe',
	'purchases.title': 'Deine Käufe',
	'purchases.none':
		'Du hast noch keinen verifizierten Kauf. Sende den Code von deinem Beleg mit `/{command}`.',
	'purchases.bought': 'Gekauft',
	'purchases.unknown': 'nicht bekannt',
	'purchases.supportedUntil': 'Support bis',
	'purchases.roles': 'Rollen hier',
	'purchases.noRoles': 'keine',
	'purchases.elsewhere':
		'Auf einem anderen Server verifiziert. Sende den Code auch hier, um die Rollen dieses Servers zu bekommen.',
	'purchases.revoked': 'Nicht mehr gültig: Der Shop kennt diesen Kauf nicht mehr, wie nach einer Erstattung.',
	'purchases.restore': 'Meine Rollen wiederherstellen',
	'purchases.restored': 'Erledigt. Du hast jede Rolle, die deine Käufe auf diesem Server geben.',
} satisfies Record<keyof typeof english, string>;

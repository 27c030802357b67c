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
	'purchases.unlink': 'Einen Kauf lösen',
	'purchases.unlinkTitle': '{item} lösen?',
	'purchases.unlinkAsk':
		'Die Rollen daraus verschwinden. So viele Tage kannst nur du den Code wieder verifizieren: {days, number}. Danach kann es jeder, der ihn hat.',
	'purchases.unlinkAskNow':
		'Die Rollen daraus verschwinden, und jeder, der den Code hat, kann ihn sofort verifizieren.',
	'purchases.leaveAsk':
		'Du verlierst die Rollen daraus auf diesem Server. Der Kauf bleibt mit deinem Konto verknüpft: Verifiziere den Code hier noch einmal, um sie wieder zu bekommen.',
	'purchases.unlinkButton': 'Lösen',
	'purchases.unlinked':
		'Erledigt. Die Rollen verschwinden gleich. Andere können den Code ab {date} verifizieren.',
	'purchases.left':
		'Erledigt. Die Rollen daraus werden auf diesem Server entfernt. Überall sonst ändert sich nichts.',
	'purchases.unlinkNotAllowed':
		'Auf diesem Server können Mitglieder Käufe nicht selbst lösen. Frag das Team, wenn du einen weitergeben willst.',
	'purchases.unlinkLocked': 'Das Team hat diesen Kauf gesperrt. Bitte frag dort nach.',
	'purchases.unlinkGone': 'Dieser Kauf gehört dir nicht mehr.',
	'purchases.notHere': 'Dieser Kauf ist auf diesem Server nicht mehr verifiziert.',
	'purchases.unlinkLimited':
		'Du hast in 24 Stunden bei drei Käufen die Verknüpfung aufgehoben. Wieder möglich: {when}.',
	'purchases.audit': '🔓 <@{userId}> hat **{item}** gelöst, und die Rollen daraus verschwinden',
	'purchases.auditLeft':
		'🔓 <@{userId}> hat auf diesem Server die Verknüpfung mit **{item}** aufgehoben, die Rollen daraus werden entfernt',
} satisfies Record<keyof typeof english, string>;

import type { policy as english } from '../en/policy.js';

export const policy = {
	'command.setup.policy.name': 'regeln',
	'command.setup.policy.description':
		'Festlegen, ob Käufer einen Kauf lösen dürfen, und sehen, wer sich einen Code teilt',
	'command.setup.seats.name': 'plätze',
	'command.setup.seats.description': 'Mehrere Mitglieder einen Code teilen lassen, je Lizenztyp',
	'command.setup.seats.members.name': 'mitglieder',
	'command.setup.seats.members.description': 'Wie viele Mitglieder einen Code haben dürfen',
	'policy.title': 'Regeln für Käufe',
	'policy.homeOnly': 'Plätze und das Aufheben von Verknüpfungen werden auf dem Heimatserver eingestellt.',
	'policy.unlinking': '**Lösen** · was Käufer mit einem Kauf tun dürfen, den sie hier nicht mehr wollen',
	'policy.never': 'Nicht erlaubt',
	'policy.transferOnly': 'Nur ein Moderator kann ihn übergeben',
	'policy.afterDays':
		'{days, plural, =0 {Erlaubt, der Code ist sofort frei} one {Erlaubt, der Code ist nach # Tag frei} other {Erlaubt, der Code ist nach # Tagen frei}}',
	'policy.seats':
		'**Teams** · wie viele Mitglieder einen Code haben dürfen. Ändere es mit `/einrichten plätze`.',
	'policy.noSeats': 'Ein Mitglied je Code.',
	'policy.seatsLine': '{licence}: {seats, number}',
	'policy.audit.unlinking': 'Lösen: {policy}',
	'policy.audit.seats':
		'bis zu {seats, plural, one {# Mitglied darf} other {# Mitglieder dürfen}} sich einen Code des Lizenztyps **{licence}** teilen',
} satisfies Record<keyof typeof english, string>;

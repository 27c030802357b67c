import type { policy as english } from '../en/policy.js';

export const policy = {
	'command.setup.policy.name': 'regole',
	'command.setup.policy.description':
		'Scegli se chi compra può scollegare un acquisto e vedi chi condivide un codice',
	'command.setup.seats.name': 'posti',
	'command.setup.seats.description': 'Permetti a più membri di condividere un codice, per tipo di licenza',
	'command.setup.seats.members.name': 'membri',
	'command.setup.seats.members.description': 'Quanti membri possono avere un codice',
	'policy.title': 'Regole per gli acquisti',
	'policy.homeOnly': 'I posti e lo scollegamento si configurano nel server principale.',
	'policy.unlinking': '**Scollegare** · che cosa può fare chi compra con un acquisto che qui non vuole più',
	'policy.never': 'Non permesso',
	'policy.transferOnly': 'Solo un moderatore può passarlo ad altri',
	'policy.afterDays':
		'{days, plural, =0 {Permesso, il codice è subito libero} one {Permesso, il codice è libero dopo # giorno} other {Permesso, il codice è libero dopo # giorni}}',
	'policy.seats': '**Team** · quanti membri possono avere un codice. Si cambia con `/configura posti`.',
	'policy.noSeats': 'Un membro per ogni codice.',
	'policy.seatsLine': '{licence}: {seats, number}',
	'policy.audit.unlinking': 'scollegare: {policy}',
	'policy.audit.seats':
		'fino a {seats, plural, one {# membro può} other {# membri possono}} condividere un codice del tipo di licenza **{licence}**',
} satisfies Record<keyof typeof english, string>;

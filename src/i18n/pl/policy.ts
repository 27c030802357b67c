import type { policy as english } from '../en/policy.js';

export const policy = {
	'command.setup.policy.name': 'zasady',
	'command.setup.policy.description': 'Wybierz, czy kupujący mogą odłączyć zakup, i zobacz, kto dzieli kod',
	'command.setup.seats.name': 'miejsca',
	'command.setup.seats.description': 'Pozwól kilku członkom dzielić jeden kod, według typu licencji',
	'command.setup.seats.members.name': 'członkowie',
	'command.setup.seats.members.description': 'Ilu członków może mieć jeden kod',
	'policy.title': 'Zasady dotyczące zakupów',
	'policy.homeOnly': 'Miejsca i odłączanie ustawia się na serwerze głównym.',
	'policy.unlinking': '**Odłączanie** · co kupujący mogą zrobić z zakupem, którego już tu nie chcą',
	'policy.never': 'Niedozwolone',
	'policy.transferOnly': 'Tylko moderator może go przekazać',
	'policy.afterDays':
		'{days, plural, =0 {Dozwolone, kod jest wolny od razu} one {Dozwolone, kod jest wolny po # dniu} few {Dozwolone, kod jest wolny po # dniach} many {Dozwolone, kod jest wolny po # dniach} other {Dozwolone, kod jest wolny po # dnia}}',
	'policy.seats':
		'**Zespoły** · ilu członków może mieć jeden kod. Zmienisz to przez `/konfiguracja miejsca`.',
	'policy.noSeats': 'Jeden członek na każdy kod.',
	'policy.seatsLine': '{licence}: {seats, number}',
	'policy.audit.unlinking': 'odłączanie: {policy}',
	'policy.audit.seats':
		'do {seats, plural, one {# członka} few {# członków} many {# członków} other {# członka}} może dzielić kod z typem licencji **{licence}**',
} satisfies Record<keyof typeof english, string>;

export const policy = {
	'command.setup.policy.name': 'policy',
	'command.setup.policy.description':
		'Choose whether buyers may unlink a purchase, and see who may share a code',
	'command.setup.seats.name': 'seats',
	'command.setup.seats.description': 'Let several members share one code, by licence type',
	'command.setup.seats.members.name': 'members',
	'command.setup.seats.members.description': 'How many members may hold one code',
	'policy.title': 'Rules for purchases',
	'policy.homeOnly': 'Seats and unlinking are set in the home server.',
	'policy.unlinking': '**Unlinking** · what buyers may do with a purchase that they no longer want here',
	'policy.never': 'Not allowed',
	'policy.transferOnly': 'Only a moderator can hand it over',
	'policy.afterDays':
		'{days, plural, =0 {Allowed, the code is free at once} one {Allowed, the code is free after # day} other {Allowed, the code is free after # days}}',
	'policy.seats': '**Teams** · how many members may hold one code. Change it with `/setup seats`.',
	'policy.noSeats': 'One member for every code.',
	'policy.seatsLine': '{licence}: {seats, number}',
	'policy.audit.unlinking': 'unlinking: {policy}',
	'policy.audit.seats':
		'up to {seats, plural, one {# member} other {# members}} may share a code of the licence type **{licence}**',
} as const;

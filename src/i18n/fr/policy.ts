import type { policy as english } from '../en/policy.js';

export const policy = {
	'command.setup.policy.name': 'règles',
	'command.setup.policy.description':
		'Choisir si les acheteurs peuvent délier un achat, et voir qui partage un code',
	'command.setup.seats.name': 'places',
	'command.setup.seats.description': 'Laisser plusieurs membres partager un code, par type de licence',
	'command.setup.seats.members.name': 'membres',
	'command.setup.seats.members.description': 'Combien de membres peuvent détenir un code',
	'policy.title': 'Règles des achats',
	'policy.homeOnly': 'Les places et la dissociation se règlent sur le serveur d’origine.',
	'policy.unlinking': '**Délier** · ce que les acheteurs peuvent faire d’un achat qu’ils ne veulent plus ici',
	'policy.never': 'Interdit',
	'policy.transferOnly': 'Seul un modérateur peut le transférer',
	'policy.afterDays':
		'{days, plural, =0 {Permis, le code est libre aussitôt} one {Permis, le code est libre après # jour} other {Permis, le code est libre après # jours}}',
	'policy.seats':
		'**Équipes** · combien de membres peuvent détenir un code. À changer avec `/configurer places`.',
	'policy.noSeats': 'Un membre par code.',
	'policy.seatsLine': '{licence} : {seats, number}',
	'policy.audit.unlinking': 'délier : {policy}',
	'policy.audit.seats':
		'jusqu’à {seats, plural, one {# membre peut} other {# membres peuvent}} partager un code du type de licence **{licence}**',
} satisfies Record<keyof typeof english, string>;

import type { policy as english } from '../en/policy.js';

export const policy = {
	'command.setup.policy.name': 'normas',
	'command.setup.policy.description':
		'Elegir si los compradores pueden desvincular una compra y ver quién comparte código',
	'command.setup.seats.name': 'plazas',
	'command.setup.seats.description': 'Dejar que varios miembros compartan un código, por tipo de licencia',
	'command.setup.seats.members.name': 'miembros',
	'command.setup.seats.members.description': 'Cuántos miembros pueden tener un código',
	'policy.title': 'Normas de las compras',
	'policy.homeOnly': 'Las plazas y la desvinculación se configuran en el servidor principal.',
	'policy.unlinking':
		'**Desvincular** · qué pueden hacer los compradores con una compra que ya no quieren aquí',
	'policy.never': 'No permitido',
	'policy.transferOnly': 'Solo un moderador puede pasarla a otro',
	'policy.afterDays':
		'{days, plural, =0 {Permitido, el código queda libre al momento} one {Permitido, el código queda libre tras # día} other {Permitido, el código queda libre tras # días}}',
	'policy.seats': '**Equipos** · cuántos miembros pueden tener un código. Cámbialo con `/configurar plazas`.',
	'policy.noSeats': 'Un miembro por código.',
	'policy.seatsLine': '{licence}: {seats, number}',
	'policy.audit.unlinking': 'desvincular: {policy}',
	'policy.audit.seats':
		'hasta {seats, plural, one {# miembro puede} other {# miembros pueden}} compartir un código del tipo de licencia **{licence}**',
} satisfies Record<keyof typeof english, string>;

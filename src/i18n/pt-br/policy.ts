import type { policy as english } from '../en/policy.js';

export const policy = {
	'command.setup.policy.name': 'regras',
	'command.setup.policy.description':
		'Escolher se compradores podem desvincular uma compra e ver quem divide um código',
	'command.setup.seats.name': 'vagas',
	'command.setup.seats.description': 'Deixar vários membros dividirem um código, por tipo de licença',
	'command.setup.seats.members.name': 'membros',
	'command.setup.seats.members.description': 'Quantos membros podem ter um código',
	'policy.title': 'Regras das compras',
	'policy.homeOnly': 'As vagas e a desvinculação são configuradas no servidor principal.',
	'policy.unlinking':
		'**Desvincular** · o que os compradores podem fazer com uma compra que não querem mais aqui',
	'policy.never': 'Não permitido',
	'policy.transferOnly': 'Só um moderador pode passá-la adiante',
	'policy.afterDays':
		'{days, plural, =0 {Permitido, o código fica livre na hora} one {Permitido, o código fica livre após # dia} other {Permitido, o código fica livre após # dias}}',
	'policy.seats': '**Equipes** · quantos membros podem ter um código. Mude com `/configurar vagas`.',
	'policy.noSeats': 'Um membro por código.',
	'policy.seatsLine': '{licence}: {seats, number}',
	'policy.audit.unlinking': 'desvincular: {policy}',
	'policy.audit.seats':
		'até {seats, plural, one {# membro pode} other {# membros podem}} dividir um código do tipo de licença **{licence}**',
} satisfies Record<keyof typeof english, string>;

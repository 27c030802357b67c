import type { rights as english } from '../en/rights.js';

export const rights = {
	'setup.takes.management':
		'⛔ Não foi salvo: isto exige as permissões **Gerenciar servidor** e **Gerenciar cargos** no servidor.',
	'setup.takes.administrator': '⛔ Não foi salvo: os cargos da equipe são escolhidos por um administrador.',
	'setup.refused.out-of-reach': '⛔ <@&{roleId}> não foi salvo: não está abaixo do seu cargo mais alto.',
	'setup.refused.administrator': '⛔ <@&{roleId}> não foi salvo: é um cargo de administrador.',
	'setup.refused.is-staff': '⛔ <@&{roleId}> não foi salvo: é um cargo da equipe, e uma compra nunca dá um.',
	'setup.refused.is-given':
		'⛔ <@&{roleId}> não foi salvo: compras o dão, então todo comprador seria da equipe.',
	'setup.refused.self-chosen': '⛔ <@&{roleId}> não foi salvo: os membros podem dá-lo a si mesmos.',
	'setup.unusableChannel': '⛔ Não foi salvo: este não é um canal deste servidor em que se possa escrever.',
	'setup.tooManyRules': '⛔ Não foi salvo: já existem {most, number} cargos assim. Remova um antes.',
	'setup.staff':
		'**Cargos da equipe** · podem cuidar das compras sem Gerenciar cargos; um administrador os escolhe (opcional)',
	'setup.staffHow':
		'-# Deixe esses cargos verem também os comandos: Config. do servidor → Integrações → este bot.',
	'setup.lookAtPowers': 'Ver seus poderes',
	'setup.confirm.powers':
		'⚠️ Todo comprador receberia: {powers}\nRemova isso do cargo {role} em Config. do servidor → Cargos.',
	'setup.confirm.channels': '⚠️ Compradores veriam {channels}',
	'setup.confirm.holders':
		'⚠️ {count, plural, one {# membro já tem} many {# de membros já têm} other {# membros já têm}} {role}. De agora em diante, as compras decidem: quem verificar aqui sem uma compra para ele o perde.',
	'setup.confirm.someHolders':
		'⚠️ Talvez alguns membros já tenham {role}. De agora em diante, as compras decidem: quem verificar aqui sem uma compra para ele o perde.',
	'setup.confirm.openChannel':
		'⚠️ Todos no servidor podem ler {channel}: quem verificou o quê e o que a equipe fez.',
	'setup.confirm.use': 'Usar mesmo assim',
	'setup.confirm.another': 'Escolher outro',
	'audit.trouble.role-powerful':
		'{role} dá poder sobre o servidor, e ninguém confirmou isso. Remova as permissões em Config. do servidor → Cargos ou confirme-as em `/configurar servidor`.',
	'audit.setup.powers': 'as permissões de <@&{roleId}> estão confirmadas',
	'audit.setup.staffRoles': 'os cargos da equipe agora são {roles}',
	'audit.setup.noStaffRoles': 'não há mais cargos da equipe',
	'finding.staffRole.says':
		'{role} não torna ninguém da equipe: não existe mais, pertence a um app ou qualquer um pode recebê-lo.',
	'panel.mayNotPost':
		'⛔ Você não pode escrever com links inseridos em {channel}, então não publico lá por você.',
	'panel.limited': '⏳ Os painéis foram alterados muitas vezes neste servidor. Tente de novo {when}.',
	'audit.accountOpened': '🔑 <@{userId}> abriu a conta do marketplace',
	'finding.staffCommands.says': '{role} é um cargo da equipe e não vê estes comandos: {commands}.',
	'finding.hiddenCommands.says': 'Membros com {role} não veem estes comandos: {commands}.',
	'finding.allowCommands': 'Permita-os em Config. do servidor → Integrações → este bot.',
} satisfies Record<keyof typeof english, string>;

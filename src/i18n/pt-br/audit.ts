import type { audit as english } from '../en/audit.js';

export const audit = {
	'audit.verified': '✅ <@{userId}> verificou {purchase}',
	'audit.returned': '🔁 <@{userId}> voltou com {purchase}',
	'audit.verifiedMany':
		'✅ {count, plural, one {# compra verificada} many {# compras verificadas} other {# compras verificadas}}: {items}',
	'audit.purchase': '**{item}** ({licence})',
	'audit.purchaseWithoutLicence': '**{item}**',
	'audit.refused': '⛔ Compra de <@{userId}> não verificada: {reason} · referência `{reference}`',
	'audit.refused.invalid': 'o marketplace não conhece o código',
	'audit.refused.taken': 'o código pertence a outro membro',
	'audit.refused.uncheckable': 'não foi possível consultar o marketplace',
	'audit.refusedMany': '⛔ Recusas: {count, number}',
	'audit.limit.member': '🛑 <@{userId}> enviou códigos errados demais e precisa esperar',
	'audit.limit.guild':
		'🛑 Muitos códigos incorretos neste servidor, o último de <@{userId}>: quem enviou um espera alguns minutos',
	'audit.limit.lookup':
		'🛑 <@{userId}> consultou muitos códigos que ninguém verificou aqui e precisa esperar',
	'audit.rolesBlocked':
		'⚠️ Não é possível dar cargos: {trouble} As compras estão registradas, e os cargos virão sozinhos.',
	'audit.revoked':
		'↩️ A compra de **{item}** por <@{userId}> não é mais válida, e os cargos dela são removidos',
	'audit.reinstated':
		'✅ A compra de **{item}** por <@{userId}> voltou a ser válida, e os cargos dela voltam',
	'audit.renewed': '✅ <@{userId}> renovou o suporte de **{item}**',
	'audit.endedHere':
		'🔓 A compra de **{item}** por <@{userId}> não conta mais neste servidor, e os cargos dela são removidos',
	'audit.revokingStopped':
		'⚠️ Mais de {limit} compras ficaram inválidas hoje. Parece uma queda ou uma chave trocada, então nenhuma outra será retirada hoje. Confira o marketplace.',
	'audit.setup': '⚙️ <@{userId}> mudou a configuração: {change}',
	'audit.setup.buyerRole': 'o cargo de comprador agora é <@&{roleId}>',
	'audit.setup.supportedRole': 'o cargo com suporte agora é <@&{roleId}>',
	'audit.setup.noSupportedRole': 'não há mais cargo com suporte',
	'audit.setup.auditChannel': 'o canal de auditoria agora é <#{channelId}>',
	'audit.setup.noAuditChannel': 'não há mais canal de auditoria',
	'audit.setup.rule':
		'compradores {kind, select, item {do produto} category {da categoria} other {do tipo de licença}} **{subject}** agora recebem <@&{roleId}>',
	'audit.setup.noRule':
		'não há mais cargo para {kind, select, item {o produto} category {a categoria} other {o tipo de licença}} **{subject}**',
	'audit.badKey':
		'⚠️ O marketplace não aceita a chave de API como a de um autor. Ninguém pode se verificar até MARKETPLACE_API_KEY estar certa e o bot ser reiniciado.',
	'audit.answeredElsewhere':
		'⚠️ Outro bot com este token também responde. Se você não iniciou um segundo, alguém tem o token: crie um novo na página Bot da aplicação.',
	'audit.emptyStore':
		'⚠️ O banco de dados está vazio, embora os comandos já estivessem registrados. Na primeira vez, isso é normal. Se o bot já estava em uso, pare-o e confira DATABASE_URL: cada código conta como novo.',
	'audit.otherAccount':
		'⚠️ A chave de API agora pertence a outra conta do marketplace: **{seen}**, não **{known}**. Nenhum código é conferido e nada é revogado até que quem mantém o bot confirme a nova conta com `npm run claims -- confirm-account` ou defina a `MARKETPLACE_API_KEY` certa.',
	'audit.clockOff':
		'⚠️ O relógio da máquina do bot está errado em {minutes, plural, one {# minuto} other {# minutos}}. Até ele estar certo, nada é revogado e nenhuma vaga guardada fica livre: mande sincronizar a hora lá.',
	'audit.theRole': 'o cargo',
	'audit.trouble.missing-permission': 'Preciso da permissão **Gerenciar cargos** para {role}.',
	'audit.trouble.role-too-high':
		'{role} está acima do meu próprio cargo. Arraste meu cargo para cima dele em Configurações do servidor → Cargos.',
	'audit.trouble.no-buyer-role': 'nenhum cargo de comprador está configurado. Escolha um.',
	'audit.trouble.role-missing': 'o cargo `{roleId}` não existe neste servidor. Escolha outro.',
	'audit.trouble.role-not-assignable':
		'{role} pertence a uma integração, e ninguém pode dá-lo. Escolha outro.',
	'audit.trouble.refused':
		'O Discord recusa {role} e não diz o motivo. Se houver um proxy entre o bot e o Discord, confira-o.',
	'audit.trouble.guild-gone': 'Não estou mais no servidor. Me convide de novo.',
} satisfies Record<keyof typeof english, string>;

import type { permission as english } from '../en/permission.js';

export const permission = {
	'permission.Administrator': 'Administrador',
	'permission.ManageGuild': 'Gerenciar servidor',
	'permission.ManageRoles': 'Gerenciar cargos',
	'permission.ManageChannels': 'Gerenciar canais',
	'permission.ManageWebhooks': 'Gerenciar webhooks',
	'permission.ManageMessages': 'Gerenciar mensagens',
	'permission.ManageThreads': 'Gerenciar tópicos',
	'permission.ManageNicknames': 'Gerenciar apelidos',
	'permission.ManageEvents': 'Gerenciar eventos',
	'permission.ManageGuildExpressions': 'Gerenciar expressões',
	'permission.KickMembers': 'Expulsar membros',
	'permission.BanMembers': 'Banir membros',
	'permission.ModerateMembers': 'Castigar membros',
	'permission.MentionEveryone': 'Mencionar @everyone',
	'permission.ViewChannel': 'Ver canal',
	'permission.SendMessages': 'Enviar mensagens',
} satisfies Record<keyof typeof english, string>;

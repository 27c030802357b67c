import type { permission as english } from '../en/permission.js';

export const permission = {
	'permission.Administrator': 'Administrador',
	'permission.ManageGuild': 'Gestionar servidor',
	'permission.ManageRoles': 'Gestionar roles',
	'permission.ManageChannels': 'Gestionar canales',
	'permission.ManageWebhooks': 'Gestionar webhooks',
	'permission.ManageMessages': 'Gestionar mensajes',
	'permission.ManageThreads': 'Gestionar hilos',
	'permission.ManageNicknames': 'Gestionar apodos',
	'permission.ManageEvents': 'Gestionar eventos',
	'permission.ManageGuildExpressions': 'Gestionar expresiones',
	'permission.KickMembers': 'Expulsar miembros',
	'permission.BanMembers': 'Banear miembros',
	'permission.ModerateMembers': 'Aislar temporalmente a miembros',
	'permission.MentionEveryone': 'Mencionar @everyone',
	'permission.ViewChannel': 'Ver canal',
	'permission.SendMessages': 'Enviar mensajes',
} satisfies Record<keyof typeof english, string>;

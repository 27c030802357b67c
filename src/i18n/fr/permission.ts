import type { permission as english } from '../en/permission.js';

export const permission = {
	'permission.Administrator': 'Administrateur',
	'permission.ManageGuild': 'Gérer le serveur',
	'permission.ManageRoles': 'Gérer les rôles',
	'permission.ManageChannels': 'Gérer les salons',
	'permission.ManageWebhooks': 'Gérer les webhooks',
	'permission.ManageMessages': 'Gérer les messages',
	'permission.ManageThreads': 'Gérer les fils',
	'permission.ManageNicknames': 'Gérer les pseudos',
	'permission.ManageEvents': 'Gérer les évènements',
	'permission.ManageGuildExpressions': 'Gérer les expressions',
	'permission.KickMembers': 'Expulser des membres',
	'permission.BanMembers': 'Bannir des membres',
	'permission.ModerateMembers': 'Exclure temporairement des membres',
	'permission.MentionEveryone': 'Mentionner @everyone',
	'permission.ViewChannel': 'Voir le salon',
	'permission.SendMessages': 'Envoyer des messages',
} satisfies Record<keyof typeof english, string>;

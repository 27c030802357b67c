import type { permission as english } from '../en/permission.js';

export const permission = {
	'permission.Administrator': 'Amministratore',
	'permission.ManageGuild': 'Gestisci server',
	'permission.ManageRoles': 'Gestisci ruoli',
	'permission.ManageChannels': 'Gestisci canali',
	'permission.ManageWebhooks': 'Gestisci webhook',
	'permission.ManageMessages': 'Gestisci messaggi',
	'permission.ManageThreads': 'Gestisci thread',
	'permission.ManageNicknames': 'Gestisci nickname',
	'permission.ManageEvents': 'Gestisci eventi',
	'permission.ManageGuildExpressions': 'Gestisci espressioni',
	'permission.KickMembers': 'Espelli membri',
	'permission.BanMembers': 'Banna membri',
	'permission.ModerateMembers': 'Metti membri in time-out',
	'permission.MentionEveryone': 'Menziona @everyone',
	'permission.ViewChannel': 'Vedi canale',
	'permission.SendMessages': 'Invia messaggi',
} satisfies Record<keyof typeof english, string>;

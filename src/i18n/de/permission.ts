import type { permission as english } from '../en/permission.js';

export const permission = {
	'permission.Administrator': 'Administrator',
	'permission.ManageGuild': 'Server verwalten',
	'permission.ManageRoles': 'Rollen verwalten',
	'permission.ManageChannels': 'Kanäle verwalten',
	'permission.ManageWebhooks': 'WebHooks verwalten',
	'permission.ManageMessages': 'Nachrichten verwalten',
	'permission.ManageThreads': 'Threads verwalten',
	'permission.ManageNicknames': 'Nicknames verwalten',
	'permission.ManageEvents': 'Events verwalten',
	'permission.ManageGuildExpressions': 'Ausdrücke verwalten',
	'permission.KickMembers': 'Mitglieder kicken',
	'permission.BanMembers': 'Mitglieder bannen',
	'permission.ModerateMembers': 'Mitgliedern Time-out geben',
	'permission.MentionEveryone': '@everyone erwähnen',
	'permission.ViewChannel': 'Kanal ansehen',
	'permission.SendMessages': 'Nachrichten senden',
} satisfies Record<keyof typeof english, string>;

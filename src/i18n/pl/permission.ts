import type { permission as english } from '../en/permission.js';

export const permission = {
	'permission.Administrator': 'Administrator',
	'permission.ManageGuild': 'Zarządzanie serwerem',
	'permission.ManageRoles': 'Zarządzanie rolami',
	'permission.ManageChannels': 'Zarządzanie kanałami',
	'permission.ManageWebhooks': 'Zarządzanie webhookami',
	'permission.ManageMessages': 'Zarządzanie wiadomościami',
	'permission.ManageThreads': 'Zarządzanie wątkami',
	'permission.ManageNicknames': 'Zarządzanie pseudonimami',
	'permission.ManageEvents': 'Zarządzanie wydarzeniami',
	'permission.ManageGuildExpressions': 'Zarządzanie ekspresją',
	'permission.KickMembers': 'Wyrzucanie członków',
	'permission.BanMembers': 'Banowanie członków',
	'permission.ModerateMembers': 'Wyciszanie członków',
	'permission.MentionEveryone': 'Wzmianka @everyone',
	'permission.ViewChannel': 'Wyświetlanie kanału',
	'permission.SendMessages': 'Wysyłanie wiadomości',
} satisfies Record<keyof typeof english, string>;

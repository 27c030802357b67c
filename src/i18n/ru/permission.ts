import type { permission as english } from '../en/permission.js';

export const permission = {
	'permission.Administrator': 'Администратор',
	'permission.ManageGuild': 'Управлять сервером',
	'permission.ManageRoles': 'Управлять ролями',
	'permission.ManageChannels': 'Управлять каналами',
	'permission.ManageWebhooks': 'Управлять вебхуками',
	'permission.ManageMessages': 'Управлять сообщениями',
	'permission.ManageThreads': 'Управлять ветками',
	'permission.ManageNicknames': 'Управлять никнеймами',
	'permission.ManageEvents': 'Управлять событиями',
	'permission.ManageGuildExpressions': 'Управлять эмодзи и стикерами',
	'permission.KickMembers': 'Выгонять участников',
	'permission.BanMembers': 'Банить участников',
	'permission.ModerateMembers': 'Отправлять участников в тайм-аут',
	'permission.MentionEveryone': 'Упоминать @everyone',
	'permission.ViewChannel': 'Просматривать канал',
	'permission.SendMessages': 'Отправлять сообщения',
} satisfies Record<keyof typeof english, string>;

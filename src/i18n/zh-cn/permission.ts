import type { permission as english } from '../en/permission.js';

export const permission = {
	'permission.Administrator': '管理员',
	'permission.ManageGuild': '管理服务器',
	'permission.ManageRoles': '管理身份组',
	'permission.ManageChannels': '管理频道',
	'permission.ManageWebhooks': '管理 Webhook',
	'permission.ManageMessages': '管理消息',
	'permission.ManageThreads': '管理子区',
	'permission.ManageNicknames': '管理昵称',
	'permission.ManageEvents': '管理活动',
	'permission.ManageGuildExpressions': '管理表情符号',
	'permission.KickMembers': '踢出成员',
	'permission.BanMembers': '封禁成员',
	'permission.ModerateMembers': '将成员禁言',
	'permission.MentionEveryone': '提及 @everyone',
	'permission.ViewChannel': '查看频道',
	'permission.SendMessages': '发送消息',
} satisfies Record<keyof typeof english, string>;

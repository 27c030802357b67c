import type { permission as english } from '../en/permission.js';

export const permission = {
	'permission.Administrator': 'مشرف',
	'permission.ManageGuild': 'إدارة الخادم',
	'permission.ManageRoles': 'إدارة الرتب',
	'permission.ManageChannels': 'إدارة القنوات',
	'permission.ManageWebhooks': 'إدارة الويب هوك',
	'permission.ManageMessages': 'إدارة الرسائل',
	'permission.ManageThreads': 'إدارة المواضيع',
	'permission.ManageNicknames': 'إدارة الأسماء المستعارة',
	'permission.ManageEvents': 'إدارة الأحداث',
	'permission.ManageGuildExpressions': 'إدارة التعبيرات',
	'permission.KickMembers': 'طرد الأعضاء',
	'permission.BanMembers': 'حظر الأعضاء',
	'permission.ModerateMembers': 'إسكات الأعضاء مؤقتًا',
	'permission.MentionEveryone': 'الإشارة إلى \u2068@everyone\u2069',
	'permission.ViewChannel': 'عرض القناة',
	'permission.SendMessages': 'إرسال الرسائل',
} satisfies Record<keyof typeof english, string>;

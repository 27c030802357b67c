import type { permission as english } from '../en/permission.js';

export const permission = {
	'permission.Administrator': 'Yönetici',
	'permission.ManageGuild': 'Sunucuyu Yönet',
	'permission.ManageRoles': 'Rolleri Yönet',
	'permission.ManageChannels': 'Kanalları Yönet',
	'permission.ManageWebhooks': 'Webhookları Yönet',
	'permission.ManageMessages': 'Mesajları Yönet',
	'permission.ManageThreads': 'Alt Başlıkları Yönet',
	'permission.ManageNicknames': 'Takma Adları Yönet',
	'permission.ManageEvents': 'Etkinlikleri Yönet',
	'permission.ManageGuildExpressions': 'İfadeleri Yönet',
	'permission.KickMembers': 'Üyeleri At',
	'permission.BanMembers': 'Üyeleri Yasakla',
	'permission.ModerateMembers': 'Üyelere Zaman Aşımı Uygula',
	'permission.MentionEveryone': '@everyone’dan Bahset',
	'permission.ViewChannel': 'Kanalı Görüntüle',
	'permission.SendMessages': 'Mesaj Gönder',
} satisfies Record<keyof typeof english, string>;

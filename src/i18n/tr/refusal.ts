import type { refusal as english } from '../en/refusal.js';

export const refusal = {
	'refusal.administratorsOnly': 'Bu komut yalnızca bu sunucunun yöneticileri içindir.',
	'refusal.homeOnly': 'Bu, botun ana sunucusunun yöneticileri içindir.',
	'refusal.managersOnly': 'Bu, yalnızca bu sunucuyu yönetebilen üyeler içindir (**Sunucuyu Yönet** izni).',
	'refusal.outdated': 'Bu düğme ya da menü, botun eski bir sürümünden. Lütfen komutu yeniden çalıştır.',
	'refusal.unknownCommand': 'Bot bu komutu artık tanımıyor. Lütfen birkaç dakika sonra tekrar dene.',
	'refusal.otherGuild': 'Bu bot başka bir sunucu için çalışıyor. Lütfen orada sor.',
	'refusal.starting': 'Bot şu anda başlıyor. Lütfen birkaç saniye sonra tekrar dene.',
	'refusal.guildOnly': 'Lütfen bu komutu bir sunucuda kullan: direkt mesajlarda çalışmaz.',
	'refusal.linksLeftOut': '-# Bazı bağlantılar gösterilemiyor.',
} satisfies Record<keyof typeof english, string>;

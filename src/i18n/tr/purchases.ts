import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': 'satınalımlar',
	'command.purchases.description': 'Satın alımlarını gör ve rollerini geri al',
	'purchases.open': 'Satın alımlarım',
	'purchases.title': 'Satın alımların',
	'purchases.none': 'Henüz doğrulanmış bir satın alımın yok. Makbuzundaki kodu `/{command}` ile gönder.',
	'purchases.bought': 'Satın alındı',
	'purchases.unknown': 'bilinmiyor',
	'purchases.supportedUntil': 'Destek bitişi',
	'purchases.roles': 'Buradaki roller',
	'purchases.noRoles': 'yok',
	'purchases.elsewhere': 'Başka bir sunucuda doğrulandı. Bu sunucunun rolleri için kodu buraya da gönder.',
	'purchases.revoked':
		'Artık geçerli değil: mağaza bu satın alımı artık tanımıyor, para iadesinden sonra olduğu gibi.',
	'purchases.restore': 'Rollerimi geri getir',
	'purchases.restored': 'Tamam. Satın alımlarının bu sunucuda verdiği bütün rollere sahipsin.',
	'purchases.unlink': 'Bir satın alımı bırak',
	'purchases.unlinkTitle': '{item} bırakılsın mı?',
	'purchases.unlinkAsk':
		'Ondan gelen roller gider. Şu kadar gün kodu yalnızca sen yeniden doğrulayabilirsin: {days, number}. Sonra kodu olan herkes.',
	'purchases.unlinkAskNow': 'Ondan gelen roller gider ve kodu olan herkes onu hemen doğrulayabilir.',
	'purchases.leaveAsk':
		'Bu sunucuda ondan gelen rolleri kaybedersin. Satın alma hesabına bağlı kalır: rolleri geri almak için kodu burada yeniden doğrula.',
	'purchases.unlinkButton': 'Bırak',
	'purchases.unlinked':
		'Tamam. Roller birazdan gider. Başkaları kodu şu tarihten sonra doğrulayabilir: {date}.',
	'purchases.left': 'Tamam. Ondan gelen roller bu sunucuda kaldırılıyor. Başka yerlerde hiçbir şey değişmez.',
	'purchases.unlinkNotAllowed':
		'Bu sunucuda üyeler satın alımlarını kendileri bırakamaz. Devretmek istersen ekibe sor.',
	'purchases.unlinkLocked': 'Ekip bu satın alımı kilitledi. Lütfen onlara sor.',
	'purchases.unlinkGone': 'Bu satın alım artık senin değil.',
	'purchases.notHere': 'Bu satın alma artık bu sunucuda doğrulanmış değil.',
	'purchases.unlinkLimited': '24 saat içinde üç satın almanın bağlantısını kaldırdın. Sıradaki: {when}.',
	'purchases.audit': '🔓 <@{userId}>, **{item}** satın alımını bıraktı, rolleri gidiyor',
	'purchases.auditLeft': '🔓 <@{userId}>, bu sunucuda **{item}** bağlantısını kaldırdı; rolleri kaldırılıyor',
} satisfies Record<keyof typeof english, string>;

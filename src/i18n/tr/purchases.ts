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
} satisfies Record<keyof typeof english, string>;

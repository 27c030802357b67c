import type { stats as english } from '../en/stats.js';

export const stats = {
	'stats.title': 'Son {days, number} günün doğrulamaları',
	'stats.total': 'Toplam **{count, number}** · günde **{average}**',
	'stats.lastWeek': 'Son 7 gün',
	'stats.byItem': 'Ürüne göre',
	'stats.otherItems': 'Diğer ürünler',
	'stats.refused': 'Reddedilen: {count, number}',
	'stats.reason.invalid': 'Pazar yerinde bilinmiyor',
	'stats.reason.taken': 'Başkasına ait',
	'stats.reason.limited': 'Çok fazla yanlış kod',
	'stats.reason.not-a-code': 'Metinde kod yok',
	'stats.reason.uncheckable': 'Pazar yerine ulaşılamadı',
	'stats.supported': 'Destekli satın almalar',
	'stats.share': '**{share}** · {claims, number} içinde {supported, number}, sayım: {when}',
	'stats.counting': 'Sayılıyor. Birazdan tekrar sor.',
	'stats.none': 'Henüz yok',
	'stats.footer': 'Günler UTC’dir. Sahibinin yeniden girdiği kod iki kez sayılmaz.',
	'stats.chartAlt': 'Günlük doğrulamalar, çubuk grafik. {days}',
	'stats.noChart': 'Grafik çizilemedi. Sayılar eksiksizdir.',
	'stats.chartLater':
		'Bir sunucu dakikada bir grafik alır ve sonuncusu başka bir dönem içindi. Sayılar eksiksizdir.',
} satisfies Record<keyof typeof english, string>;

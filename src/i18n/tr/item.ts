import type { item as english } from '../en/item.js';

export const item = {
	'item.unnamed': 'Ürün {id}',
	'item.price': 'Fiyat',
	'item.regular': '**{price}** standart lisans',
	'item.extended': '**{price}** genişletilmiş lisans',
	'item.category': 'Kategori',
	'item.version': 'Sürüm',
	'item.published': 'Yayımlandı',
	'item.options': 'Seçenekler',
	'item.tags': 'Etiketler',
	'item.links': 'Bağlantılar',
	'item.liveDemo': 'Canlı demo',
	'item.videoPreview': 'Video önizleme',
	'item.audioPreview': 'Ses önizlemesi',
	'item.screenshots': 'Ekran görüntüleri ({count, number})',
	'item.screenshotRange':
		'{count, plural, =1 {Tek ekran görüntüsü} other {Ekran görüntüleri {first, number}–{last, number} / {count, number}}}',
	'item.screenshotAlt': 'Ekran görüntüsü {number, number} / {count, number}: {name}',
	'item.previousScreenshots': '‹ Önceki',
	'item.nextScreenshots': 'Sonraki ›',
	'item.noScreenshots': 'Bu ürünün artık ekran görüntüsü yok.',
	'item.noSuchId': '{id} kimliğine sahip bir ürün yok.',
	'item.noSuchName':
		'Bu adda bir ürün bulamadım. Yazmaya başla ve listeden birini seç ya da kimliğini kullan.',
	'item.didYouMean': 'Tam olarak bu adda bir ürün bulamadım. Bunlardan birini mi demek istedin?',
	'item.stillLoading': 'Ürünler henüz yüklenmedi. Lütfen birazdan tekrar dene ya da ürünün kimliğini kullan.',
	'item.later': 'Ürünlere şu anda bakılamıyor. Lütfen birkaç dakika sonra tekrar dene.',
	'item.laterAt': 'Ürünlere şu anda bakılamıyor. Lütfen {when} tekrar dene.',
	'item.shared': 'Tamam, ürün aşağıda buradaki herkes için paylaşıldı.',
} satisfies Record<keyof typeof english, string>;

import type { items as english } from '../en/items.js';

export const items = {
	'items.title': 'Ürünler',
	'items.count': '{count, plural, other {{count, number} ürün}}',
	'items.pageOf': 'Sayfa {page, number} / {pages, number}',
	'items.open': 'Bir ürün aç',
	'items.page': '{page, number} / {pages, number}',
	'items.goToTitle': 'Sayfaya git',
	'items.goToLabel': 'Sayfa, 1 ile {pages, number} arası',
	'items.notAPage': 'Lütfen sayfayı sayı olarak yaz, örneğin 3.',
	'items.loading': 'Ürünler henüz yüklenmedi. Lütfen birazdan tekrar dene.',
	'items.unreachable': 'Ürünler şu anda pazar yerinden yüklenemiyor. Lütfen birkaç dakika sonra tekrar dene.',
	'items.empty': 'Henüz hiçbir ürün yayımlanmadı.',
} satisfies Record<keyof typeof english, string>;

import type { items as english } from '../en/items.js';

export const items = {
	'items.title': 'المنتجات',
	'items.count':
		'{count, plural, zero {{count, number} منتجات} one {منتج واحد ({count, number})} two {منتجان ({count, number})} few {{count, number} منتجات} many {{count, number} منتجًا} other {{count, number} منتج}}',
	'items.pageOf': 'صفحة {page, number} من {pages, number}',
	'items.open': 'افتح منتجًا',
	'items.page': '{page, number} / {pages, number}',
	'items.goToTitle': 'الانتقال إلى صفحة',
	'items.goToLabel': 'الصفحة، من 1 إلى {pages, number}',
	'items.notAPage': 'اكتب رقم الصفحة، مثل 3.',
	'items.loading': 'لم تُحمَّل المنتجات بعد. حاول مجددًا بعد لحظات.',
	'items.unreachable': 'لا يمكن تحميل المنتجات من المتجر الآن. حاول مجددًا بعد بضع دقائق.',
	'items.empty': 'لم يُنشر أي منتج بعد.',
} satisfies Record<keyof typeof english, string>;

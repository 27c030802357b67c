import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': 'مشترياتي',
	'command.purchases.description': 'عرض مشترياتك واستعادة رتبك',
	'purchases.open': 'مشترياتي',
	'purchases.title': 'مشترياتك',
	'purchases.none': 'ليس لديك شراء مُثبَت بعد. أرسل الرمز من إيصالك عبر `/{command}`.',
	'purchases.bought': 'تاريخ الشراء',
	'purchases.unknown': 'غير معروف',
	'purchases.supportedUntil': 'الدعم حتى',
	'purchases.roles': 'الرتب هنا',
	'purchases.noRoles': 'لا شيء',
	'purchases.elsewhere': 'تم إثباته في خادم آخر. أرسل الرمز هنا أيضًا للحصول على رتب هذا الخادم.',
	'purchases.revoked': 'لم يعد صالحًا: لم يعد المتجر يعرف هذا الشراء، كما بعد استرداد المبلغ.',
	'purchases.restore': 'استعادة رتبي',
	'purchases.restored': 'تم. لديك كل رتبة تمنحها مشترياتك في هذا الخادم.',
} satisfies Record<keyof typeof english, string>;

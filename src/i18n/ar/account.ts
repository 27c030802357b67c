import type { account as english } from '../en/account.js';

export const account = {
	'account.userName': 'اسم المستخدم',
	'account.memberSince': 'عضو منذ',
	'account.link': 'رابط',
	'account.badKey':
		'لا يقبل المتجر مفتاح API الخاص بالبوت. تحقق من \u2068`MARKETPLACE_API_KEY`\u2069: يمكنك إنشاء مفتاح جديد في قسم مفاتيح API ضمن إعدادات مساحة العمل في المتجر.',
	'account.laterAt': 'يطلب المتجر من البوت الانتظار. يمكن قراءة الحساب مجددًا {when}.',
	'account.unavailable': 'لا يمكن الوصول إلى المتجر الآن. حاول مجددًا بعد بضع دقائق.',
	'account.malformed': 'تعذّر فهم رد المتجر. هل \u2068`MARKETPLACE_URL`\u2069 صحيح؟',
	'account.showPrivate': 'إظهار البريد والرصيد',
	'account.email': 'البريد الإلكتروني',
	'account.contactEmail': 'بريد التواصل',
	'account.balance': 'الرصيد',
	'account.notGiven': 'غير محدد',
} satisfies Record<keyof typeof english, string>;

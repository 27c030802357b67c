import type { error as english } from '../en/error.js';

export const error = {
	'error.storeUnavailable': 'لا يستطيع البوت الوصول إلى سجلاته الآن. حاول مجددًا بعد بضع دقائق: لم يضِع شيء.',
	'error.storeFault': 'وجد البوت خللًا في سجلاته فتوقف كي لا يزيده سوءًا. أبلغ فريق هذا الخادم من فضلك.',
	'error.misconfigured': 'البوت غير مُعدّ بشكل صحيح. أبلغ فريق هذا الخادم من فضلك.',
	'error.unexpected': 'حدث خطأ ما في البوت. حاول مجددًا، وإن تكرر فأبلغ فريق الخادم.',
	'error.reference': 'الرقم المرجعي: \u2068`{id}`\u2069',
} satisfies Record<keyof typeof english, string>;

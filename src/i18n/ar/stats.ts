import type { stats as english } from '../en/stats.js';

export const stats = {
	'stats.title': 'عمليات التحقق في آخر {days, number} يومًا',
	'stats.total': '**{count, number}** إجمالًا · **{average}** يوميًا',
	'stats.lastWeek': 'آخر 7 أيام',
	'stats.byItem': 'حسب المنتج',
	'stats.otherItems': 'منتجات أخرى',
	'stats.refused': 'المرفوضة: {count, number}',
	'stats.reason.invalid': 'غير معروف في المتجر',
	'stats.reason.taken': 'يخص شخصًا آخر',
	'stats.reason.limited': 'رموز خاطئة كثيرة',
	'stats.reason.not-a-code': 'لا رمز في النص',
	'stats.reason.uncheckable': 'تعذّر الوصول إلى المتجر',
	'stats.supported': 'مشتريات مشمولة بالدعم',
	'stats.share': '**{share}** · {supported, number} من {claims, number}، أُحصيت {when}',
	'stats.counting': 'جارٍ العدّ. اسأل مجددًا بعد لحظات.',
	'stats.none': 'لا شيء بعد',
	'stats.footer': 'الأيام بتوقيت UTC. الرمز الذي يقدّمه صاحبه مجددًا لا يُحسب مرتين.',
	'stats.chartAlt': 'عمليات التحقق اليومية، أعمدة. {days}',
	'stats.noChart': 'تعذّر رسم المخطط. الأرقام كاملة.',
	'stats.chartLater': 'يحصل الخادم على مخطط واحد في الدقيقة، وكان الأخير لفترة أخرى. الأرقام كاملة.',
} satisfies Record<keyof typeof english, string>;

import type { privacy as english } from '../en/privacy.js';

export const privacy = {
	'command.privacy.name': 'خصوصية',
	'command.privacy.description': 'عرض ما يخزنه البوت عنك أو تصديره أو حذفه',
	'privacy.title': 'ما هو مخزَّن عنك',
	'privacy.account': 'معرّفك في Discord مع ما يلي: `{id}`',
	'privacy.claims':
		'**المشتريات: {count, number}** · المنتج والرخصة والتواريخ والخوادم التي أثبتّ فيها وما حدث منذ ذلك. الرموز مشفّرة.',
	'privacy.more': '… و{count, number} أخرى. كلها في الملف.',
	'privacy.former': '**مشتريات سابقة: {count, number}** · المنتج ونوع الرخصة وما يذكرك في سجلّها.',
	'privacy.misses':
		'**الرموز الخاطئة في اليوم الأخير: {count, number}** · الوقت فقط، وليس ما كتبته أبدًا. تُحذف بعد يوم.',
	'privacy.elsewhere': 'غير مخزَّن هنا: الرسائل في قناة السجل الخاصة بخادم. اسأل طاقم ذلك الخادم عنها.',
	'privacy.export': 'تصدير كملف',
	'privacy.exported': 'هذا كل ما هو مخزَّن عنك.',
	'privacy.delete': 'حذف بياناتي',
	'privacy.confirmTitle': 'هل تريد حذف بياناتك؟',
	'privacy.confirm':
		'تزول مشترياتك ورتبها في كل خادم لهذا البوت. تبقى الرموز محجوبة عن غيرك، ويمكنك إثباتها من جديد. لا يمكن التراجع عن ذلك.',
	'privacy.confirmButton': 'حذف كل شيء',
	'privacy.keep': 'الاحتفاظ بها',
	'privacy.deleted':
		'تم. حُذفت بياناتك، وتزول الرتب بعد لحظة. لا يبقى من كل رمز سوى بصمة كي لا يستخدمه غيرك. تُحذف أوقات الرموز الخاطئة وفك الربط من تلقاء نفسها خلال يوم.',
	'privacy.audit': '🗑️ حذف <@{userId}> بياناته المخزّنة: زالت المشتريات ورتبها',
	'privacy.exportLater': '⏳ تُقدَّم بياناتك كملف مرة في الدقيقة. حاول مجددًا {when}.',
} satisfies Record<keyof typeof english, string>;

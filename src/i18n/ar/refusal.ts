import type { refusal as english } from '../en/refusal.js';

export const refusal = {
	'refusal.administratorsOnly': 'هذا الأمر مخصّص لمشرفي هذا الخادم.',
	'refusal.homeOnly': 'هذا لمسؤولي الخادم الرئيسي للبوت.',
	'refusal.managersOnly': 'هذا مخصّص للأعضاء الذين يمكنهم إدارة هذا الخادم (صلاحية **إدارة الخادم**).',
	'refusal.outdated': 'هذا الزر أو القائمة من إصدار أقدم للبوت. شغّل الأمر مرة أخرى.',
	'refusal.unknownCommand': 'لم يعد البوت يعرف هذا الأمر. حاول مجددًا بعد بضع دقائق.',
	'refusal.otherGuild': 'هذا البوت يعمل لخادم آخر. اسأل هناك من فضلك.',
	'refusal.starting': 'البوت قيد التشغيل الآن. حاول مجددًا بعد بضع ثوانٍ.',
	'refusal.guildOnly': 'استخدم هذا الأمر في خادم: فهو لا يعمل في الرسائل الخاصة.',
	'refusal.linksLeftOut': '-# تعذّر عرض بعض الروابط.',
} satisfies Record<keyof typeof english, string>;

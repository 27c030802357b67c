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
	'purchases.unlink': 'فك ربط عملية شراء',
	'purchases.unlinkTitle': 'فك ربط {item}؟',
	'purchases.unlinkAsk':
		'تزول رتبها. خلال هذا العدد من الأيام تستطيع أنت وحدك إثبات رمزها من جديد: {days, number}. بعد ذلك يستطيع كل من لديه الرمز.',
	'purchases.unlinkAskNow': 'تزول رتبها، ويستطيع كل من لديه الرمز إثباته فورًا.',
	'purchases.leaveAsk':
		'ستفقد رتبها في هذا الخادم. تبقى عملية الشراء مرتبطة بحسابك: وثّق رمزها هنا مجددًا لاستعادة الرتب.',
	'purchases.unlinkButton': 'فك الربط',
	'purchases.unlinked': 'تم. تزول الرتب بعد لحظة. يستطيع الآخرون إثبات الرمز ابتداءً من {date}.',
	'purchases.left': 'تم. تُزال رتبها في هذا الخادم. لا يتغيّر شيء في غيره.',
	'purchases.unlinkNotAllowed':
		'لا يسمح هذا الخادم للأعضاء بفك ربط مشترياتهم. اسأل طاقمه إن أردت نقل إحداها.',
	'purchases.unlinkLocked': 'قفل الطاقم عملية الشراء هذه. يُرجى سؤالهم.',
	'purchases.unlinkGone': 'لم تعد عملية الشراء هذه لك.',
	'purchases.notHere': 'لم تعد عملية الشراء هذه موثّقة في هذا الخادم.',
	'purchases.unlinkLimited': 'فككت ربط ثلاث عمليات شراء خلال 24 ساعة. التالية: {when}.',
	'purchases.audit': '🔓 فك <@{userId}> ربط **{item}**، وتزول رتبها',
	'purchases.auditLeft': '🔓 فك <@{userId}> ربط **\u2068{item}\u2069** في هذا الخادم، وتُزال رتبها',
} satisfies Record<keyof typeof english, string>;

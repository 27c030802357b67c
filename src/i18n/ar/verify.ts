import type { verify as english } from '../en/verify.js';

export const verify = {
	'verify.notACodeTitle': 'هذا ليس رمز شراء',
	'verify.notACode':
		'يبدو الرمز هكذا: \u2068`xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`\u2069. تجده في رسالة الإيصال الإلكترونية وفي صفحة التنزيلات في المتجر.\n\nرقم الطلب أو مفتاح رخصة من متجر آخر لا يعمل هنا.',
	'verify.invalidTitle': 'رمز شراء غير صالح',
	'verify.invalid':
		'لا يعرف المتجر هذا الرمز. انسخه مرة أخرى من إيصالك كاملًا ودون تغيير: يكفي نقص حرف واحد ليفشل.\n\nإذا استُرد ثمن الشراء فلن يعمل رمزه بعد الآن. ما زلت عالقًا؟ أرِ الفريق هذا الرقم المرجعي، **ولا تعرض الرمز نفسه أبدًا**.',
	'verify.takenTitle': 'هذا الرمز مستخدم بالفعل',
	'verify.taken':
		'وثّق عضو آخر شراءه بهذا الرمز، والرمز يصلح لشخص واحد. إن كان الشراء لك فاسأل الفريق وأرِهم هذا الرقم المرجعي، **ولا تعرض الرمز نفسه أبدًا**.',
	'verify.limitedTitle': 'رموز خاطئة كثيرة جدًا',
	'verify.limited':
		'حاول مجددًا {when}. استغل الوقت للعثور على الرمز الصحيح: ستجده في رسالة الإيصال الإلكترونية وفي صفحة التنزيلات في المتجر.',
	'verify.busyTitle': 'ما زال فحص رموزك جاريًا',
	'verify.busy': 'انتظر الرد على الرموز التي أرسلتها من قبل، ثم أرسل التالي. هذا الرمز لم يُفحص ولا يُحتسب.',
	'verify.oftenTitle': 'رموز كثيرة في وقت قصير',
	'verify.often': 'لا يُسأل المتجر إلا عن رموز قليلة في كل مرة. حاول مجددًا {when}.',
	'verify.verifiedTitle': 'تم التحقق من الشراء',
	'verify.returningTitle': 'أهلًا بعودتك',
	'verify.verified': 'أصبح **\u2068{item}\u2069** لك هنا. شكرًا على الشراء!',
	'verify.returning': '**\u2068{item}\u2069** لك بالفعل.',
	'verify.renewedTitle': '✅ تم تجديد الدعم',
	'verify.renewed': 'دعم **\u2068{item}\u2069** سارٍ حتى {date} ({when}).',
	'verify.licence': 'الرخصة',
	'verify.support': 'الدعم',
	'verify.supportNone': 'غير مشمول',
	'verify.supportUntil': 'حتى {date}',
	'verify.supportEnded': 'انتهى في {date}',
	'verify.roleGranted': 'لديك رتبة المشتري.',
	'verify.roleWaiting': 'رتبتك في الطريق. ستتغير هذه الرسالة عند وصولها، ولا حاجة لفعل أي شيء.',
	'verify.roleBlocked':
		'لم يبقَ سوى الرتبة: لا يسمح لي هذا الخادم بمنحها الآن. **على الفريق إصلاح ذلك** وقد أُبلغ به. عملية شرائك محفوظة بأمان، وستصل الرتبة تلقائيًا.',
	'verify.roleUnchosen': 'ستحصل على رتبتك حين يختار الفريق رتبة للمشترين. إنهم على علم.',
	'verify.roleMemberLeft':
		'لم تعد عضوًا في هذا الخادم. عملية شرائك محفوظة بأمان: عُد واستخدم \u2068/verify\u2069 مرة أخرى.',
	'verify.uncheckableTitle': 'لا يمكن فحص رمزك الآن',
	'verify.uncheckable': 'لا يعطي المتجر ردًا سليمًا. هذا لا يعني شيئًا عن رمزك، ولا تُحتسب هذه المحاولة.',
	'verify.againSoon': 'حاول مجددًا بعد بضع دقائق.',
	'verify.againAt': 'حاول مجددًا {when}.',
	'verify.staffTold': 'أُبلغ الفريق بالأمر. حاول مجددًا لاحقًا.',
	'verify.reference': 'الرقم المرجعي {id}',
} satisfies Record<keyof typeof english, string>;

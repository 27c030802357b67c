import type { audit as english } from '../en/audit.js';

export const audit = {
	'audit.verified': '✅ وثّق <@{userId}> شراء {purchase}',
	'audit.returned': '🔁 عاد <@{userId}> مع {purchase}',
	'audit.verifiedMany':
		'✅ {count, plural, zero {لا عمليات شراء موثّقة} one {عملية شراء موثّقة واحدة} two {عمليتا شراء موثّقتان} few {# عمليات شراء موثّقة} many {# عملية شراء موثّقة} other {# عملية شراء موثّقة}}: \u2068{items}\u2069',
	'audit.purchase': '**\u2068{item}\u2069** (\u2068{licence}\u2069)',
	'audit.purchaseWithoutLicence': '**\u2068{item}\u2069**',
	'audit.refused': '⛔ لم يُوثَّق <@{userId}>: {reason} · الرقم المرجعي \u2068`{reference}`\u2069',
	'audit.refused.invalid': 'المتجر لا يعرف الرمز',
	'audit.refused.taken': 'الرمز يعود لعضو آخر',
	'audit.refused.uncheckable': 'تعذّر سؤال المتجر',
	'audit.refusedMany': '⛔ حالات الرفض: {count, number}',
	'audit.limit.member': '🛑 أرسل <@{userId}> رموزًا خاطئة كثيرة وعليه الانتظار',
	'audit.limit.guild':
		'🛑 رموز خاطئة كثيرة في هذا الخادم، آخرها من <@{userId}>: من أرسل رمزًا خاطئًا ينتظر بضع دقائق',
	'audit.limit.lookup': '🛑 بحث <@{userId}> عن رموز كثيرة لم يوثّقها أحد هنا، وعليه الانتظار',
	'audit.rolesBlocked': '⚠️ لا يمكن منح الرتب: {trouble} المشتريات محفوظة، وستصل الرتب تلقائيًا.',
	'audit.revoked': '↩️ شراء **\u2068{item}\u2069** من قِبل <@{userId}> لم يعد صالحًا، وتُسحب رتبه',
	'audit.reinstated': '✅ شراء **\u2068{item}\u2069** من قِبل <@{userId}> صالح من جديد، وتعود رتبه',
	'audit.renewed': '✅ جدّد <@{userId}> دعم **\u2068{item}\u2069**',
	'audit.endedHere':
		'🔓 لم تعد عملية شراء **\u2068{item}\u2069** من <@{userId}> محسوبة في هذا الخادم، وتُزال رتبها',
	'audit.revokingStopped':
		'⚠️ أصبح أكثر من {limit} عملية شراء غير صالح اليوم. يبدو ذلك عطلًا أو تغييرًا في المفتاح، لذا لن يُسحب المزيد اليوم. تحقق من المتجر.',
	'audit.setup': '⚙️ غيّر <@{userId}> الإعداد: {change}',
	'audit.setup.buyerRole': 'رتبة المشتري الآن <@&{roleId}>',
	'audit.setup.supportedRole': 'رتبة المشمولين بالدعم الآن <@&{roleId}>',
	'audit.setup.noSupportedRole': 'لم تعد هناك رتبة للمشمولين بالدعم',
	'audit.setup.auditChannel': 'قناة السجل الآن <#{channelId}>',
	'audit.setup.noAuditChannel': 'لم تعد هناك قناة سجل',
	'audit.setup.rule':
		'يحصل مشترو {kind, select, item {المنتج} category {الفئة} other {نوع الرخصة}} **\u2068{subject}\u2069** الآن على <@&{roleId}>',
	'audit.setup.noRule':
		'لم تعد هناك رتبة {kind, select, item {للمنتج} category {للفئة} other {لنوع الرخصة}} **\u2068{subject}\u2069**',
	'audit.badKey':
		'⚠️ لا يقبل المتجر مفتاح API على أنه لبائع. لن يستطيع أحد التحقق حتى يُصحَّح \u2068MARKETPLACE_API_KEY\u2069 ويُعاد تشغيل البوت.',
	'audit.answeredElsewhere':
		'⚠️ هناك بوت آخر بهذا الرمز يجيب أيضًا. إن لم تشغّل بوتًا ثانيًا فقد حصل أحدهم على الرمز: أنشئ رمزًا جديدًا في صفحة \u2068Bot\u2069 للتطبيق.',
	'audit.emptyStore':
		'⚠️ قاعدة البيانات فارغة مع أن الأوامر مسجّلة من قبل. هذا صحيح عند أول تشغيل. إن كان البوت مستخدمًا من قبل فأوقفه وتحقق من \u2068DATABASE_URL\u2069: كل رمز يُعد جديدًا.',
	'audit.otherAccount':
		'⚠️ مفتاح \u2068API\u2069 يخص الآن حسابًا آخر في المتجر: **\u2068{seen}\u2069** وليس **\u2068{known}\u2069**. لا يُفحص أي رمز ولا يُبطل شيء حتى يؤكد مشغّل البوت الحساب الجديد بالأمر \u2068`npm run claims -- confirm-account`\u2069 أو يضبط \u2068`MARKETPLACE_API_KEY`\u2069 الصحيح.',
	'audit.clockOff':
		'⚠️ ساعة الجهاز الذي يعمل عليه البوت غير صحيحة بفارق {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}. لن يُبطل شيء ولن يتاح أي مقعد محفوظ حتى تصح: اطلب مزامنة الوقت هناك.',
	'audit.theRole': 'الرتبة',
	'audit.trouble.missing-permission': 'أحتاج إلى صلاحية **إدارة الرتب** من أجل {role}.',
	'audit.trouble.role-too-high': '{role} أعلى من رتبتي. اسحب رتبتي فوقها في إعدادات الخادم ← الرتب.',
	'audit.trouble.no-buyer-role': 'لم تُحدَّد رتبة للمشتري. حدّد واحدة من فضلك.',
	'audit.trouble.role-missing':
		'الرتبة \u2068`{roleId}`\u2069 غير موجودة في هذا الخادم. حدّد رتبة أخرى من فضلك.',
	'audit.trouble.role-not-assignable': '{role} تابعة لتكامل ولا يمكن لأحد منحها. حدّد رتبة أخرى من فضلك.',
	'audit.trouble.refused':
		'يرفض \u2068Discord\u2069 {role} دون ذكر سبب. إن كان بين البوت و\u2068Discord\u2069 خادم وكيل فافحصه.',
	'audit.trouble.guild-gone': 'لم أعد في الخادم. ادعُني من جديد.',
} satisfies Record<keyof typeof english, string>;

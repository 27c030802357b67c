import type { rights as english } from '../en/rights.js';

export const rights = {
	'setup.takes.management': '⛔ لم يُحفظ: يتطلب هذا صلاحيتي **إدارة الخادم** و**إدارة الرتب** في الخادم.',
	'setup.takes.administrator': '⛔ لم يُحفظ: رتب الفريق يختارها مسؤول.',
	'setup.refused.out-of-reach': '⛔ لم تُحفظ <@&{roleId}>: فهي ليست أدنى من أعلى رتبة لديك.',
	'setup.refused.administrator': '⛔ لم تُحفظ <@&{roleId}>: فهي رتبة مسؤول.',
	'setup.refused.is-staff': '⛔ لم تُحفظ <@&{roleId}>: فهي رتبة للفريق، ولا تمنحها عملية شراء أبدًا.',
	'setup.refused.is-given': '⛔ لم تُحفظ <@&{roleId}>: فالمشتريات تمنحها، وسيصبح كل مشترٍ من الفريق.',
	'setup.refused.self-chosen': '⛔ لم تُحفظ <@&{roleId}>: إذ يمكن للأعضاء منحها لأنفسهم.',
	'setup.unusableChannel': '⛔ لم يُحفظ: هذه ليست قناة في هذا الخادم تقبل الرسائل.',
	'setup.tooManyRules': '⛔ لم يُحفظ: عدد هذه الرتب بلغ {most, number}. أزل واحدة أولًا.',
	'setup.staff': '**رتب الفريق** · يمكنها متابعة المشتريات دون إدارة الرتب؛ يختارها مسؤول (اختياري)',
	'setup.staffHow': '-# اسمح لهذه الرتب برؤية الأوامر أيضًا: إعدادات الخادم ← التكاملات ← هذا البوت.',
	'setup.lookAtPowers': 'عرض صلاحياتها',
	'setup.confirm.powers':
		'⚠️ سيحصل كل مشترٍ على: {powers}\nأزل ذلك من الرتبة {role} في إعدادات الخادم ← الرتب.',
	'setup.confirm.channels': '⚠️ سيرى المشترون: {channels}',
	'setup.confirm.holders':
		'⚠️ {count, plural, zero {لا عضو لديه} one {عضو واحد (#) لديه} two {عضوان (#) لديهما} few {# أعضاء لديهم} many {# عضوًا لديهم} other {# عضو لديهم}} {role}. من الآن تقرر المشتريات: من يوثّق هنا وليست لديه عملية شراء لها يفقدها.',
	'setup.confirm.someHolders':
		'⚠️ قد تكون الرتبة {role} لدى بعض الأعضاء. من الآن تقرر المشتريات: من يوثّق هنا وليست لديه عملية شراء لها يفقدها.',
	'setup.confirm.openChannel': '⚠️ يمكن لكل من في الخادم قراءة {channel}: من وثّق ماذا، وما فعله الفريق.',
	'setup.confirm.use': 'استخدامها رغم ذلك',
	'setup.confirm.another': 'اختيار غيرها',
	'audit.trouble.role-powerful':
		'{role} تمنح نفوذًا على الخادم ولم يؤكد ذلك أحد. أزل صلاحياتها في إعدادات الخادم ← الرتب، أو أكّدها في \u2068`/setup server`\u2069.',
	'audit.setup.powers': 'أُكّدت صلاحيات <@&{roleId}>',
	'audit.setup.staffRoles': 'رتب الفريق الآن: {roles}',
	'audit.setup.noStaffRoles': 'لم تعد هناك رتب للفريق',
	'finding.staffRole.says':
		'{role} لا تجعل أحدًا من الفريق: إما أنها حُذفت، أو تابعة لتطبيق، أو يمكن للجميع الحصول عليها.',
	'panel.mayNotPost': '⛔ لا يمكنك الكتابة مع روابط مضمّنة في {channel}، لذا لا أنشر هناك نيابة عنك.',
	'panel.limited': '⏳ جرى تغيير اللوحات كثيرًا في هذا الخادم. حاول مجددًا {when}.',
	'audit.accountOpened': '🔑 <@{userId}> فتح حساب المتجر',
	'finding.staffCommands.says': '{role} من رتب الفريق ولا ترى هذه الأوامر: \u2068{commands}\u2069.',
	'finding.hiddenCommands.says': 'الأعضاء ذوو الرتبة {role} لا يرون هذه الأوامر: \u2068{commands}\u2069.',
	'finding.allowCommands': 'اسمح بها في إعدادات الخادم ← التكاملات ← هذا البوت.',
} satisfies Record<keyof typeof english, string>;

import type { setup as english } from '../en/setup.js';

export const setup = {
	'setup.title': '## إعداد هذا الخادم\nيُحفظ كل اختيار فورًا.',
	'setup.buyer': '**رتبة المشتري** · يحصل عليها كل من تحقق شراؤه',
	'setup.supported': '**رتبة المشمولين بالدعم** · تبقى ما دام لعملية شراء واحدة على الأقل دعم (اختياري)',
	'setup.audit': '**قناة السجل** · حيث يقرأ فريقك من تحقق وما الذي تعثّر (اختياري)',
	'setup.more':
		'**رتب أخرى** · لمنتجات أو فئات أو أنواع رخص معيّنة (اختياري): {count, plural, =0 {لا شيء بعد} other {{count, number}}}',
	'setup.moreTroubles': '❌ بعض هذه الرتب لا يعمل: انظر *رتب أخرى*.',
	'setup.former': '-# الرتبة التي تستبدلها أو تزيلها هنا تبقى لدى الأعضاء الذين يملكونها.',
	'setup.chooseRole': 'اختر رتبة',
	'setup.chooseChannel': 'اختر قناة',
	'setup.moreButton': 'رتب أخرى',
	'setup.again': 'تحقق مجددًا',
	'setup.unavailable': '⚠️ لا يُفيد ديسكورد بشيء عن هذا الخادم الآن، لذا لم يُحفظ شيء. حاول مجددًا لاحقًا.',
	'setup.missing': '⛔ لم تُحفظ الرتبة \u2068`{roleId}`\u2069: لم تعد موجودة.',
	'setup.everyone': '⛔ لم تُحفظ <@&{roleId}>: فالجميع يملكونها بالفعل.',
	'setup.managed': '⛔ لم تُحفظ <@&{roleId}>: فهي تابعة لبوت أو تكامل ولا يمكن لأحد منحها.',
	'setup.rules.title': '## رتب المنتجات والفئات وأنواع الرخص',
	'setup.rules.how':
		'أضف واحدة باستخدام \u2068`/setup item`\u2069 أو \u2068`/setup category`\u2069 أو \u2068`/setup licence`\u2069. تمنح عملية الشراء كل رتبة تناسبها، إضافةً إلى رتبة المشتري.',
	'setup.rules.none': 'لا يوجد شيء بعد.',
	'setup.rules.page': '-# صفحة {page, number} من {pages, number}',
	'setup.rules.subject':
		'{kind, select, item {المنتج} category {الفئة} other {الرخصة}} **\u2068{name}\u2069**',
	'setup.rules.option': '{kind, select, item {المنتج} category {الفئة} other {الرخصة}}: \u2068{name}\u2069',
	'setup.rules.remove': 'أزل واحدة منها',
	'setup.rules.back': '‹ رجوع',
	'setup.rules.previous': 'السابق',
	'setup.rules.next': 'التالي',
	'setup.rules.saved': '✅ {subject}: يحصل المشترون الآن على <@&{roleId}>.',
	'setup.rules.unseenLicence': '-# لم تُرَ بعد عملية شراء بنوع الرخصة هذا. يجب كتابته كما يكتبه المتجر.',
	'setup.rules.unknownCategory': 'لا يوجد منتج بهذه الفئة. ابدأ الكتابة واختر واحدة من القائمة.',
	'setup.rules.licenceIsCode':
		'يبدو هذا رمز شراء، لذلك لم أحفظه. نوع الرخصة اسم مثل \u2068`regular`\u2069 أو \u2068`extended`\u2069.',
} satisfies Record<keyof typeof english, string>;

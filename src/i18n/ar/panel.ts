import type { panel as english } from '../en/panel.js';

export const panel = {
	'command.panel.name': 'لوحة',
	'command.panel.description': 'نشر رسالة يستطيع الجميع من خلالها إثبات شرائهم',
	'command.panel.channel.name': 'قناة',
	'command.panel.channel.description': 'مكان النشر. اللوحة الموجودة هناك يتم تحديثها',
	'panel.title': 'أثبت شراءك',
	'panel.text':
		'اضغط **إثبات الشراء** والصق الرمز من إيصالك. لا يراه سواك أنت والبوت.\n\nتصل رتبتك خلال ثوانٍ.',
	'panel.verify': 'إثبات الشراء',
	'panel.codeLabel': 'رمز الشراء',
	'panel.codeHint': 'من إيصالك. يمكنك لصق سطر كامل: سيُعثر على الرمز فيه.',
	'panel.posted': 'تم نشر اللوحة: {link}',
	'panel.changed': 'اللوحة محدّثة: {link}',
	'panel.badPicture': 'بقيت الصورة كما كانت: لا يعرض Discord إلا صورة من عنوان ويب (http أو https).',
	'panel.noChannel': 'لا يمكن نشر رسالة في هذه القناة، أو لم تعد موجودة.',
	'panel.noAccess':
		'لا أستطيع النشر في {channel}. امنحني هناك صلاحيات **عرض القناة** و**إرسال الرسائل** و**تضمين الروابط**.',
	'panel.missing': 'لم تعد هناك لوحة في تلك القناة. استخدم `/{command}` لنشر واحدة.',
	'panel.change': 'تغيير النص والصورة',
	'panel.titleLabel': 'العنوان',
	'panel.textLabel': 'النص',
	'panel.emptyHint': 'اتركه فارغًا للنص المعتاد.',
	'panel.pictureLabel': 'الصورة',
	'panel.pictureHint': 'عنوان ويب لصورة. اتركه فارغًا إن لم ترد صورة.',
	'panel.audit': '⚙️ نشر <@{userId}> اللوحة في <#{channelId}> أو غيّرها',
} satisfies Record<keyof typeof english, string>;

import type { policy as english } from '../en/policy.js';

export const policy = {
	'command.setup.policy.name': 'policy',
	'command.setup.policy.description': 'اختيار ما إذا كان للمشترين فكّ عملية شراء، ومعرفة من يتشارك الرمز',
	'command.setup.seats.name': 'seats',
	'command.setup.seats.description': 'السماح لعدة أعضاء بمشاركة رمز واحد، حسب نوع الرخصة',
	'command.setup.seats.members.name': 'members',
	'command.setup.seats.members.description': 'كم عضوًا يمكنه امتلاك رمز واحد',
	'policy.title': 'قواعد المشتريات',
	'policy.homeOnly': 'تُضبط المقاعد وفك الربط في الخادم الرئيسي.',
	'policy.unlinking': '**الفكّ** · ما يمكن للمشترين فعله بعملية شراء لم يعودوا يريدونها هنا',
	'policy.never': 'غير مسموح',
	'policy.transferOnly': 'لا ينقلها إلا مشرف',
	'policy.afterDays':
		'{days, plural, =0 {مسموح، ويصبح الرمز متاحًا فورًا} zero {مسموح، ويصبح الرمز متاحًا بعد # أيام} one {مسموح، ويصبح الرمز متاحًا بعد يوم واحد (#)} two {مسموح، ويصبح الرمز متاحًا بعد يومين (#)} few {مسموح، ويصبح الرمز متاحًا بعد # أيام} many {مسموح، ويصبح الرمز متاحًا بعد # يومًا} other {مسموح، ويصبح الرمز متاحًا بعد # يوم}}',
	'policy.seats': '**الفرق** · كم عضوًا يمكنه امتلاك رمز واحد. غيّر ذلك بالأمر `/setup seats`.',
	'policy.noSeats': 'عضو واحد لكل رمز.',
	'policy.seatsLine': '{licence}: {seats, number}',
	'policy.audit.unlinking': 'الفكّ: {policy}',
	'policy.audit.seats':
		'يمكن لما يصل إلى {seats, plural, zero {# أعضاء} one {عضو واحد (#)} two {عضوين (#)} few {# أعضاء} many {# عضوًا} other {# عضو}} مشاركة رمز من نوع الرخصة **{licence}**',
} satisfies Record<keyof typeof english, string>;

import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': 'покупки',
	'command.purchases.description': 'Посмотреть свои покупки и вернуть роли',
	'purchases.open': 'Мои покупки',
	'purchases.title': 'Ваши покупки',
	'purchases.none': 'У вас пока нет подтверждённых покупок. Отправьте код из чека командой `/{command}`.',
	'purchases.bought': 'Куплено',
	'purchases.unknown': 'неизвестно',
	'purchases.supportedUntil': 'Поддержка до',
	'purchases.roles': 'Роли здесь',
	'purchases.noRoles': 'нет',
	'purchases.elsewhere':
		'Подтверждена на другом сервере. Отправьте код и здесь, чтобы получить роли этого сервера.',
	'purchases.revoked': 'Больше не действует: магазин больше не знает этой покупки, как после возврата.',
	'purchases.restore': 'Вернуть мои роли',
	'purchases.restored': 'Готово. У вас есть все роли, которые ваши покупки дают на этом сервере.',
	'purchases.unlink': 'Отвязать покупку',
	'purchases.unlinkTitle': 'Отвязать {item}?',
	'purchases.unlinkAsk':
		'Роли за неё исчезнут. Столько дней подтвердить её код снова сможете только вы: {days, number}. Потом — любой, у кого он есть.',
	'purchases.unlinkAskNow': 'Роли за неё исчезнут, и любой, у кого есть код, сможет сразу его подтвердить.',
	'purchases.leaveAsk':
		'Вы потеряете роли за эту покупку на этом сервере. Она останется привязана к вашему аккаунту: чтобы вернуть роли, подтвердите здесь её код ещё раз.',
	'purchases.unlinkButton': 'Отвязать',
	'purchases.unlinked': 'Готово. Роли сейчас исчезнут. Другие смогут подтвердить код с {date}.',
	'purchases.left':
		'Готово. Роли за покупку на этом сервере снимаются. На других серверах ничего не меняется.',
	'purchases.unlinkNotAllowed':
		'На этом сервере участники не отвязывают покупки сами. Спросите команду, если хотите передать покупку.',
	'purchases.unlinkLocked': 'Команда заблокировала эту покупку. Спросите у неё.',
	'purchases.unlinkGone': 'Эта покупка больше не ваша.',
	'purchases.notHere': 'Эта покупка больше не подтверждена на этом сервере.',
	'purchases.unlinkLimited': 'За 24 часа вы отвязали три покупки. Следующая: {when}.',
	'purchases.audit': '🔓 <@{userId}>: покупка **{item}** отвязана, роли за неё исчезают',
	'purchases.auditLeft': '🔓 <@{userId}>: покупка **{item}** отвязана на этом сервере, роли за неё снимаются',
} satisfies Record<keyof typeof english, string>;

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
} satisfies Record<keyof typeof english, string>;

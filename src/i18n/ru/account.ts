import type { account as english } from '../en/account.js';

export const account = {
	'account.userName': 'Имя пользователя',
	'account.memberSince': 'Участник с',
	'account.link': 'Ссылка',
	'account.badKey':
		'Маркетплейс не принимает ключ API бота. Проверьте `MARKETPLACE_API_KEY`: новый ключ можно создать в разделе ключей API в настройках рабочего пространства маркетплейса.',
	'account.laterAt': 'Маркетплейс просит бота подождать. Аккаунт можно будет прочитать снова {when}.',
	'account.unavailable': 'Маркетплейс сейчас недоступен. Попробуйте ещё раз через несколько минут.',
	'account.malformed': 'Не удалось понять ответ маркетплейса. Правильно ли указан `MARKETPLACE_URL`?',
	'account.showPrivate': 'Показать почту и баланс',
	'account.email': 'Почта',
	'account.contactEmail': 'Почта для связи',
	'account.balance': 'Баланс',
	'account.notGiven': 'не указано',
} satisfies Record<keyof typeof english, string>;

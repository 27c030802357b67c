import type { refusal as english } from '../en/refusal.js';

export const refusal = {
	'refusal.administratorsOnly': 'Эта команда только для администраторов сервера.',
	'refusal.homeOnly': 'Это для администраторов домашнего сервера бота.',
	'refusal.managersOnly':
		'Это доступно только участникам, которые могут управлять сервером (право **Управлять сервером**).',
	'refusal.outdated': 'Эта кнопка или меню из старой версии бота. Введите команду ещё раз.',
	'refusal.unknownCommand': 'Бот больше не знает эту команду. Попробуйте ещё раз через несколько минут.',
	'refusal.otherGuild': 'Этот бот работает для другого сервера. Обратитесь туда.',
	'refusal.starting': 'Бот только запускается. Попробуйте ещё раз через несколько секунд.',
	'refusal.guildOnly': 'Используйте эту команду на сервере: в личных сообщениях она не работает.',
	'refusal.linksLeftOut': '-# Некоторые ссылки нельзя показать.',
} satisfies Record<keyof typeof english, string>;

import type { error as english } from '../en/error.js';

export const error = {
	'error.storeUnavailable':
		'Бот сейчас не может получить доступ к своим записям. Попробуйте через несколько минут: ничего не потеряно.',
	'error.storeFault':
		'Бот нашёл ошибку в своих записях и остановился, чтобы не навредить. Сообщите администрации сервера.',
	'error.misconfigured': 'Бот настроен неправильно. Сообщите администрации сервера.',
	'error.unexpected':
		'В боте что-то пошло не так. Попробуйте ещё раз; если это повторится, сообщите администрации.',
	'error.reference': 'Номер обращения: `{id}`',
} satisfies Record<keyof typeof english, string>;

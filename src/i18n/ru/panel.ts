import type { panel as english } from '../en/panel.js';

export const panel = {
	'command.panel.name': 'панель',
	'command.panel.description': 'Опубликовать сообщение, с помощью которого каждый подтвердит покупку',
	'command.panel.channel.name': 'канал',
	'command.panel.channel.description': 'Куда. Панель, которая там уже есть, обновится',
	'panel.title': 'Подтвердите покупку',
	'panel.text':
		'Нажмите **Подтвердить покупку** и вставьте код из чека. Его видите только вы и бот.\n\nРоль появится за несколько секунд.',
	'panel.verify': 'Подтвердить покупку',
	'panel.codeLabel': 'Код покупки',
	'panel.codeHint': 'Из чека. Можно вставить целую строку: код в ней найдётся.',
	'panel.posted': 'Панель опубликована: {link}',
	'panel.changed': 'Панель обновлена: {link}',
	'panel.badPicture':
		'Картинка осталась прежней: Discord показывает только картинки по веб-адресу (http или https).',
	'panel.noChannel': 'В этот канал нельзя писать, или его больше нет.',
	'panel.noAccess':
		'Я не могу писать в {channel}. Дайте мне там права **Просматривать канал**, **Отправлять сообщения** и **Встраивать ссылки**.',
	'panel.missing': 'В этом канале больше нет панели. Опубликуйте её с помощью `/{command}`.',
	'panel.change': 'Изменить текст и картинку',
	'panel.titleLabel': 'Заголовок',
	'panel.textLabel': 'Текст',
	'panel.emptyHint': 'Оставьте пустым для обычного текста.',
	'panel.pictureLabel': 'Картинка',
	'panel.pictureHint': 'Веб-адрес картинки. Оставьте пустым, если она не нужна.',
	'panel.audit': '⚙️ <@{userId}>: панель в <#{channelId}> опубликована или изменена',
} satisfies Record<keyof typeof english, string>;

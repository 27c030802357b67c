import type { setup as english } from '../en/setup.js';

export const setup = {
	'setup.title': '## Настройка сервера\nКаждый выбор сохраняется сразу.',
	'setup.buyer': '**Роль покупателя** · получает каждый, чья покупка подтверждена',
	'setup.supported': '**Роль с поддержкой** · пока хотя бы у одной покупки есть поддержка (необязательно)',
	'setup.audit':
		'**Канал журнала** · здесь администрация видит, кто подтвердил покупку и что не удалось (необязательно)',
	'setup.more':
		'**Другие роли** · за отдельные товары, категории или типы лицензий (необязательно): {count, plural, =0 {пока нет} other {{count, number}}}',
	'setup.moreTroubles': '❌ Некоторые из этих ролей не работают: см. *Другие роли*.',
	'setup.former': '-# Роль, которую вы здесь замените или уберёте, останется у тех, у кого она есть.',
	'setup.chooseRole': 'Выберите роль',
	'setup.chooseChannel': 'Выберите канал',
	'setup.moreButton': 'Другие роли',
	'setup.again': 'Проверить снова',
	'setup.unavailable':
		'⚠️ Discord сейчас ничего не сообщает об этом сервере, поэтому ничего не сохранено. Попробуйте позже.',
	'setup.missing': '⛔ Роль `{roleId}` не сохранена: её больше нет.',
	'setup.everyone': '⛔ <@&{roleId}> не сохранена: она и так есть у всех.',
	'setup.managed':
		'⛔ <@&{roleId}> не сохранена: она принадлежит боту или интеграции, и выдать её никто не может.',
	'setup.rules.title': '## Роли за товары, категории и типы лицензий',
	'setup.rules.how':
		'Добавьте роль командой `/настройка товар`, `/настройка категория` или `/настройка лицензия`. Покупка даёт все подходящие роли вдобавок к роли покупателя.',
	'setup.rules.none': 'Пока их нет.',
	'setup.rules.page': '-# Страница {page, number} из {pages, number}',
	'setup.rules.subject': '{kind, select, item {Товар} category {Категория} other {Лицензия}} **{name}**',
	'setup.rules.option': '{kind, select, item {Товар} category {Категория} other {Лицензия}}: {name}',
	'setup.rules.remove': 'Удалить одну из них',
	'setup.rules.back': '‹ Назад',
	'setup.rules.previous': 'Предыдущая',
	'setup.rules.next': 'Следующая',
	'setup.rules.saved': '✅ {subject}: покупатели теперь получают <@&{roleId}>.',
	'setup.rules.unseenLicence':
		'-# Покупок с таким типом лицензии ещё не было. Он должен быть написан так же, как на маркетплейсе.',
	'setup.rules.unknownCategory':
		'Ни у одного товара нет такой категории. Начните вводить и выберите из списка.',
	'setup.rules.licenceIsCode':
		'Похоже на код покупки, поэтому он не сохранён. Тип лицензии — это название, например `regular` или `extended`.',
} satisfies Record<keyof typeof english, string>;

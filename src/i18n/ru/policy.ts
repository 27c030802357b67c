import type { policy as english } from '../en/policy.js';

export const policy = {
	'command.setup.policy.name': 'правила',
	'command.setup.policy.description':
		'Выбрать, могут ли покупатели отвязать покупку, и увидеть, кто делит код',
	'command.setup.seats.name': 'места',
	'command.setup.seats.description': 'Разрешить нескольким участникам один код, по типу лицензии',
	'command.setup.seats.members.name': 'участники',
	'command.setup.seats.members.description': 'Сколько участников могут иметь один код',
	'policy.title': 'Правила для покупок',
	'policy.homeOnly': 'Места и отвязка настраиваются на главном сервере.',
	'policy.unlinking':
		'**Отвязка** · что покупатели могут сделать с покупкой, которая им здесь больше не нужна',
	'policy.never': 'Не разрешена',
	'policy.transferOnly': 'Передать её может только модератор',
	'policy.afterDays':
		'{days, plural, =0 {Разрешена, код свободен сразу} one {Разрешена, код свободен через # день} few {Разрешена, код свободен через # дня} many {Разрешена, код свободен через # дней} other {Разрешена, код свободен через # дня}}',
	'policy.seats': '**Команды** · сколько участников могут иметь один код. Меняется через `/настройка места`.',
	'policy.noSeats': 'Один участник на каждый код.',
	'policy.seatsLine': '{licence}: {seats, number}',
	'policy.audit.unlinking': 'отвязка: {policy}',
	'policy.audit.seats':
		'кодом с типом лицензии **{licence}** могут пользоваться до {seats, plural, one {# участника} few {# участников} many {# участников} other {# участника}}',
} satisfies Record<keyof typeof english, string>;

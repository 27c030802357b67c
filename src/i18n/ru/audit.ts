import type { audit as english } from '../en/audit.js';

export const audit = {
	'audit.verified': '✅ <@{userId}>: подтверждена покупка {purchase}',
	'audit.returned': '🔁 <@{userId}>: снова с покупкой {purchase}',
	'audit.verifiedMany':
		'✅ {count, plural, one {Подтверждена # покупка} few {Подтверждены # покупки} many {Подтверждено # покупок} other {Подтверждено # покупки}}: {items}',
	'audit.purchase': '**{item}** ({licence})',
	'audit.purchaseWithoutLicence': '**{item}**',
	'audit.refused': '⛔ <@{userId}>: покупка не подтверждена, {reason} · номер обращения `{reference}`',
	'audit.refused.invalid': 'маркетплейс не знает код',
	'audit.refused.taken': 'код принадлежит другому участнику',
	'audit.refused.uncheckable': 'не удалось спросить маркетплейс',
	'audit.refusedMany': '⛔ Отказов: {count, number}',
	'audit.limit.member': '🛑 <@{userId}>: слишком много неверных кодов, придётся подождать',
	'audit.limit.guild':
		'🛑 На сервере слишком много неверных кодов, последний от <@{userId}>: кто присылал такой, ждёт несколько минут',
	'audit.limit.lookup':
		'🛑 <@{userId}>: слишком много запросов о кодах, которые здесь никто не подтверждал; придётся подождать',
	'audit.rolesBlocked': '⚠️ Роли выдать не получается: {trouble} Покупки записаны, роли появятся сами.',
	'audit.revoked': '↩️ Покупка **{item}** участника <@{userId}> больше не действует, её роли снимаются',
	'audit.reinstated': '✅ Покупка **{item}** участника <@{userId}> снова действует, её роли возвращаются',
	'audit.renewed': '✅ <@{userId}>: продлена поддержка **{item}**',
	'audit.endedHere':
		'🔓 Покупка **{item}** участника <@{userId}> больше не учитывается на этом сервере, её роли снимаются',
	'audit.revokingStopped':
		'⚠️ Сегодня недействительными стали больше {limit} покупок. Похоже на сбой или смену ключа, поэтому сегодня больше ничего не отзывается. Проверьте маркетплейс.',
	'audit.setup': '⚙️ <@{userId}> меняет настройки: {change}',
	'audit.setup.buyerRole': 'роль покупателя теперь <@&{roleId}>',
	'audit.setup.supportedRole': 'роль с поддержкой теперь <@&{roleId}>',
	'audit.setup.noSupportedRole': 'роли с поддержкой больше нет',
	'audit.setup.auditChannel': 'канал журнала теперь <#{channelId}>',
	'audit.setup.noAuditChannel': 'канала журнала больше нет',
	'audit.setup.rule':
		'покупатели {kind, select, item {товара} category {категории} other {типа лицензии}} **{subject}** теперь получают <@&{roleId}>',
	'audit.setup.noRule':
		'больше нет роли за {kind, select, item {товар} category {категорию} other {тип лицензии}} **{subject}**',
	'audit.badKey':
		'⚠️ Маркетплейс не принимает ключ API как ключ автора. Никто не сможет подтвердить покупку, пока MARKETPLACE_API_KEY не исправлен и бот не перезапущен.',
	'audit.answeredElsewhere':
		'⚠️ Отвечает ещё один бот с этим токеном. Если вы не запускали второй, токен у кого-то чужого: создайте новый на странице Bot приложения.',
	'audit.emptyStore':
		'⚠️ База данных пуста, хотя команды уже были зарегистрированы. При первом запуске это нормально. Если бот уже работал, остановите его и проверьте DATABASE_URL: каждый код считается новым.',
	'audit.otherAccount':
		'⚠️ API-ключ теперь принадлежит другому аккаунту маркетплейса: **{seen}**, а не **{known}**. Коды не проверяются и ничего не аннулируется, пока тот, кто запускает бота, не подтвердит новый аккаунт командой `npm run claims -- confirm-account` или не укажет правильный `MARKETPLACE_API_KEY`.',
	'audit.clockOff':
		'⚠️ Часы компьютера, на котором работает бот, ошибаются на {minutes, plural, one {# минуту} few {# минуты} many {# минут} other {# минуты}}. Пока время неверно, ничего не аннулируется и удержанные места не освобождаются: настройте там синхронизацию времени.',
	'audit.theRole': 'эта роль',
	'audit.trouble.missing-permission': 'Мне нужно право **Управлять ролями**, речь о: {role}.',
	'audit.trouble.role-too-high':
		'{role} выше моей роли. Перетащите мою роль выше неё: Настройки сервера → Роли.',
	'audit.trouble.no-buyer-role': 'роль покупателя не настроена. Задайте её.',
	'audit.trouble.role-missing': 'роли `{roleId}` нет на этом сервере. Задайте другую.',
	'audit.trouble.role-not-assignable':
		'{role} принадлежит интеграции, и выдать её никто не может. Задайте другую.',
	'audit.trouble.refused':
		'Discord отказывает и не называет причину, речь о: {role}. Если между ботом и Discord стоит прокси, проверьте его.',
	'audit.trouble.guild-gone': 'Меня больше нет на сервере. Пригласите меня снова.',
} satisfies Record<keyof typeof english, string>;

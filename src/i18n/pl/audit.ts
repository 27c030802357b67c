import type { audit as english } from '../en/audit.js';

export const audit = {
	'audit.verified': '✅ <@{userId}>: zweryfikowano {purchase}',
	'audit.returned': '🔁 <@{userId}> wraca z {purchase}',
	'audit.verifiedMany':
		'✅ {count, plural, one {# zweryfikowany zakup} few {# zweryfikowane zakupy} many {# zweryfikowanych zakupów} other {# zweryfikowanego zakupu}}: {items}',
	'audit.purchase': '**{item}** ({licence})',
	'audit.purchaseWithoutLicence': '**{item}**',
	'audit.refused': '⛔ <@{userId}>: bez weryfikacji, {reason} · numer referencyjny `{reference}`',
	'audit.refused.invalid': 'marketplace nie zna kodu',
	'audit.refused.taken': 'kod należy do innego członka',
	'audit.refused.uncheckable': 'nie udało się zapytać marketplace’u',
	'audit.refusedMany': '⛔ Odmowy: {count, number}',
	'audit.limit.member': '🛑 <@{userId}>: zbyt wiele błędnych kodów, trzeba poczekać',
	'audit.limit.guild':
		'🛑 Zbyt wiele błędnych kodów na tym serwerze, ostatni od <@{userId}>: kto jakiś wysłał, czeka kilka minut',
	'audit.limit.lookup':
		'🛑 <@{userId}>: wyszukano wiele kodów, których nikt tu nie zweryfikował, dalsze wyszukiwanie musi poczekać',
	'audit.rolesBlocked': '⚠️ Nie można nadawać ról: {trouble} Zakupy są zapisane, a role pojawią się same.',
	'audit.revoked': '↩️ Zakup **{item}** przez <@{userId}> nie jest już ważny, a jego role zostają odebrane',
	'audit.reinstated': '✅ Zakup **{item}** przez <@{userId}> jest znów ważny, a jego role wracają',
	'audit.renewed': '✅ <@{userId}>: przedłużono wsparcie dla **{item}**',
	'audit.endedHere':
		'🔓 Zakup **{item}** (<@{userId}>) nie liczy się już na tym serwerze, a role za niego są odbierane',
	'audit.revokingStopped':
		'⚠️ Dziś więcej niż {limit} zakupów straciło ważność. Wygląda to na awarię lub zmieniony klucz, więc dziś nie zostaną cofnięte kolejne. Sprawdź marketplace.',
	'audit.setup': '⚙️ <@{userId}> zmienia konfigurację: {change}',
	'audit.setup.buyerRole': 'rola kupującego to teraz <@&{roleId}>',
	'audit.setup.supportedRole': 'rola ze wsparciem to teraz <@&{roleId}>',
	'audit.setup.noSupportedRole': 'nie ma już roli ze wsparciem',
	'audit.setup.auditChannel': 'kanał dziennika to teraz <#{channelId}>',
	'audit.setup.noAuditChannel': 'nie ma już kanału dziennika',
	'audit.setup.rule':
		'kupujący {kind, select, item {produkt} category {z kategorii} other {typ licencji}} **{subject}** otrzymują teraz <@&{roleId}>',
	'audit.setup.noRule':
		'nie ma już roli za {kind, select, item {produkt} category {kategorię} other {typ licencji}} **{subject}**',
	'audit.badKey':
		'⚠️ Marketplace nie akceptuje klucza API jako klucza autora. Nikt nie może się zweryfikować, dopóki MARKETPLACE_API_KEY nie będzie poprawny, a bot uruchomiony ponownie.',
	'audit.answeredElsewhere':
		'⚠️ Odpowiada też inny bot z tym tokenem. Jeśli nie uruchamiasz drugiego, ktoś ma token: utwórz nowy na stronie Bot aplikacji.',
	'audit.emptyStore':
		'⚠️ Baza danych jest pusta, choć polecenia były już zarejestrowane. Przy pierwszym uruchomieniu to normalne. Jeśli bot był już używany, zatrzymaj go i sprawdź DATABASE_URL: każdy kod liczy się jako nowy.',
	'audit.otherAccount':
		'⚠️ Klucz API należy teraz do innego konta marketplace’u: **{seen}**, a nie **{known}**. Żaden kod nie jest sprawdzany i nic nie jest unieważniane, dopóki osoba prowadząca bota nie potwierdzi nowego konta poleceniem `npm run claims -- confirm-account` albo nie ustawi właściwego `MARKETPLACE_API_KEY`.',
	'audit.clockOff':
		'⚠️ Zegar komputera, na którym działa bot, myli się o {minutes, plural, one {# minutę} few {# minuty} many {# minut} other {# minuty}}. Dopóki nie będzie dobry, nic nie jest unieważniane i żadne zachowane miejsce nie jest oddawane: zadbaj tam o synchronizację czasu.',
	'audit.theRole': 'ta rola',
	'audit.trouble.missing-permission': 'Potrzebuję uprawnienia **Zarządzanie rolami**, dotyczy: {role}.',
	'audit.trouble.role-too-high':
		'{role} jest nad moją własną rolą. Przeciągnij moją rolę wyżej w Ustawienia serwera → Role.',
	'audit.trouble.no-buyer-role': 'nie ustawiono roli kupującego. Ustaw ją.',
	'audit.trouble.role-missing': 'rola `{roleId}` nie istnieje na tym serwerze. Ustaw inną.',
	'audit.trouble.role-not-assignable': '{role} należy do integracji i nikt nie może jej nadać. Ustaw inną.',
	'audit.trouble.refused':
		'Discord odmawia i nie podaje powodu, dotyczy: {role}. Jeśli między botem a Discordem jest serwer proxy, sprawdź go.',
	'audit.trouble.guild-gone': 'Nie ma mnie już na serwerze. Zaproś mnie ponownie.',
} satisfies Record<keyof typeof english, string>;

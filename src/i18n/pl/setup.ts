import type { setup as english } from '../en/setup.js';

export const setup = {
	'setup.title': '## Skonfiguruj ten serwer\nKażdy wybór jest zapisywany od razu.',
	'setup.buyer': '**Rola kupującego** · otrzymuje ją każdy ze zweryfikowanym zakupem',
	'setup.supported': '**Rola ze wsparciem** · trwa, dopóki choć jeden zakup ma wsparcie (opcjonalna)',
	'setup.audit':
		'**Kanał dziennika** · tu twoja ekipa czyta, kto się zweryfikował i co poszło nie tak (opcjonalny)',
	'setup.more':
		'**Więcej ról** · za pojedyncze produkty, kategorie lub typy licencji (opcjonalnie): {count, plural, =0 {jeszcze brak} other {{count, number}}}',
	'setup.moreTroubles': '❌ Niektóre z tych ról nie działają: zobacz *Więcej ról*.',
	'setup.former': '-# Rola, którą tu zmienisz lub usuniesz, zostaje członkom, którzy ją mają.',
	'setup.chooseRole': 'Wybierz rolę',
	'setup.chooseChannel': 'Wybierz kanał',
	'setup.moreButton': 'Więcej ról',
	'setup.again': 'Sprawdź ponownie',
	'setup.unavailable':
		'⚠️ Discord nic teraz nie mówi o tym serwerze, więc nic nie zapisano. Spróbuj ponownie później.',
	'setup.missing': '⛔ Nie zapisano roli `{roleId}`: już nie istnieje.',
	'setup.everyone': '⛔ Nie zapisano <@&{roleId}>: wszyscy już ją mają.',
	'setup.managed': '⛔ Nie zapisano <@&{roleId}>: należy do bota lub integracji i nikt nie może jej nadać.',
	'setup.rules.title': '## Role za produkty, kategorie i typy licencji',
	'setup.rules.how':
		'Dodaj rolę poleceniem `/konfiguracja produkt`, `/konfiguracja kategoria` lub `/konfiguracja licencja`. Zakup daje każdą pasującą rolę oprócz roli kupującego.',
	'setup.rules.none': 'Jeszcze ich nie ma.',
	'setup.rules.page': '-# Strona {page, number} z {pages, number}',
	'setup.rules.subject': '{kind, select, item {Produkt} category {Kategoria} other {Licencja}} **{name}**',
	'setup.rules.option': '{kind, select, item {Produkt} category {Kategoria} other {Licencja}}: {name}',
	'setup.rules.remove': 'Usuń jedną z nich',
	'setup.rules.back': '‹ Wróć',
	'setup.rules.previous': 'Poprzednia',
	'setup.rules.next': 'Następna',
	'setup.rules.saved': '✅ {subject}: kupujący otrzymują teraz <@&{roleId}>.',
	'setup.rules.unseenLicence':
		'-# Nie było jeszcze zakupu z tym typem licencji. Trzeba go zapisać tak, jak zapisuje go marketplace.',
	'setup.rules.unknownCategory': 'Żaden produkt nie ma tej kategorii. Zacznij pisać i wybierz z listy.',
	'setup.rules.licenceIsCode':
		'To wygląda na kod zakupu, więc nie został zapisany. Typ licencji to nazwa, na przykład `regular` albo `extended`.',
} satisfies Record<keyof typeof english, string>;

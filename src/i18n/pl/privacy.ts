import type { privacy as english } from '../en/privacy.js';

export const privacy = {
	'command.privacy.name': 'prywatność',
	'command.privacy.description': 'Zobacz, wyeksportuj lub usuń to, co bot o tobie przechowuje',
	'privacy.title': 'Co jest o tobie przechowywane',
	'privacy.account': 'Twój identyfikator użytkownika Discorda wraz z tym, co poniżej: `{id}`',
	'privacy.claims':
		'**Zakupy: {count, number}** · produkt, licencja, daty, serwery, na których weryfikowano, i co stało się od tego czasu. Kody są zaszyfrowane.',
	'privacy.more': '… i jeszcze {count, number}. Wszystkie są w pliku.',
	'privacy.former':
		'**Dawne zakupy: {count, number}** · produkt, typ licencji i to, co w ich historii dotyczy ciebie.',
	'privacy.misses':
		'**Błędne kody z ostatniej doby: {count, number}** · tylko kiedy, nigdy to, co wpisano. Znikają po dobie.',
	'privacy.elsewhere':
		'Nieprzechowywane tutaj: wiadomości na kanale dziennika serwera. Pytaj o nie obsługę tego serwera.',
	'privacy.export': 'Eksportuj do pliku',
	'privacy.exported': 'To wszystko, co jest o tobie przechowywane.',
	'privacy.delete': 'Usuń moje dane',
	'privacy.confirmTitle': 'Usunąć twoje dane?',
	'privacy.confirm':
		'Twoje zakupy i role z nich znikną na każdym serwerze tego bota. Kody pozostaną zablokowane dla innych; ty możesz je zweryfikować ponownie. Tego nie można cofnąć.',
	'privacy.confirmButton': 'Usuń wszystko',
	'privacy.keep': 'Zachowaj',
	'privacy.deleted':
		'Gotowe. Twoje dane są usunięte, a role zaraz znikną. Z każdego kodu zostaje tylko odcisk, aby nikt inny go nie użył. Czasy błędnych kodów i odłączeń zostaną same usunięte w ciągu doby.',
	'privacy.audit': '🗑️ <@{userId}> usuwa swoje przechowywane dane: zakupów i ról z nich już nie ma',
	'privacy.exportLater': '⏳ Dane w pliku można pobrać raz na minutę. Spróbuj ponownie {when}.',
} satisfies Record<keyof typeof english, string>;

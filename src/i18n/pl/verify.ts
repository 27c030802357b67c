import type { verify as english } from '../en/verify.js';

export const verify = {
	'verify.notACodeTitle': 'To nie jest kod zakupu',
	'verify.notACode':
		'Kod wygląda tak: `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. Znajdziesz go w e-mailu z potwierdzeniem i na stronie pobierania w sklepie.\n\nNumer zamówienia ani klucz licencyjny z innego sklepu tutaj nie działa.',
	'verify.invalidTitle': 'Nieprawidłowy kod zakupu',
	'verify.invalid':
		'Sklep nie zna tego kodu. Skopiuj go jeszcze raz z potwierdzenia, w całości i bez zmian: wystarczy jedna brakująca litera.\n\nJeśli zakup został zwrócony, jego kod już nie działa. Nadal nic? Pokaż ekipie ten numer referencyjny, **nigdy sam kod**.',
	'verify.takenTitle': 'Ten kod jest już używany',
	'verify.taken':
		'Inny członek zweryfikował się tym kodem, a kod działa dla jednej osoby. Jeśli to twój zakup, zwróć się do ekipy i pokaż ten numer referencyjny, **nigdy sam kod**.',
	'verify.limitedTitle': 'Zbyt wiele błędnych kodów',
	'verify.limited':
		'Spróbuj ponownie {when}. W tym czasie znajdź właściwy kod: jest w e-mailu z potwierdzeniem i na stronie pobierania w sklepie.',
	'verify.busyTitle': 'Twoje kody są jeszcze sprawdzane',
	'verify.busy':
		'Poczekaj na odpowiedzi na kody wysłane wcześniej, a potem wyślij następny. Ten nie został sprawdzony i się nie liczy.',
	'verify.oftenTitle': 'Za dużo kodów w krótkim czasie',
	'verify.often': 'Marketplace jest pytany naraz tylko o kilka kodów. Spróbuj ponownie {when}.',
	'verify.verifiedTitle': 'Zakup zweryfikowany',
	'verify.returningTitle': 'Witaj ponownie',
	'verify.verified': '**{item}** należy tu teraz do ciebie. Dziękujemy za zakup!',
	'verify.returning': '**{item}** już należy do ciebie.',
	'verify.renewedTitle': '✅ Wsparcie przedłużone',
	'verify.renewed': '**{item}** ma wsparcie do {date} ({when}).',
	'verify.licence': 'Licencja',
	'verify.support': 'Wsparcie',
	'verify.supportNone': 'brak',
	'verify.supportUntil': 'do {date}',
	'verify.supportEnded': 'zakończone {date}',
	'verify.roleGranted': 'Masz rolę kupującego.',
	'verify.roleWaiting':
		'Twoja rola jest w drodze. Ta wiadomość się zmieni, gdy rola dotrze, nie musisz nic robić.',
	'verify.roleBlocked':
		'Brakuje tylko roli: ten serwer nie pozwala mi jej teraz nadać. **Ekipa musi to naprawić** i już o tym wie. Twój zakup jest bezpiecznie zapisany, a rola pojawi się sama.',
	'verify.roleUnchosen': 'Dostaniesz rolę, gdy ekipa wybierze ją dla kupujących. Już o tym wie.',
	'verify.roleMemberLeft':
		'Nie jesteś już członkiem tego serwera. Twój zakup jest bezpiecznie zapisany: wróć i użyj ponownie /zweryfikuj.',
	'verify.uncheckableTitle': 'Nie można teraz sprawdzić twojego kodu',
	'verify.uncheckable':
		'Sklep nie daje poprawnej odpowiedzi. To nic nie mówi o twoim kodzie, a ta próba się nie liczy.',
	'verify.againSoon': 'Spróbuj ponownie za kilka minut.',
	'verify.againAt': 'Spróbuj ponownie {when}.',
	'verify.staffTold': 'Ekipa już o tym wie. Spróbuj ponownie później.',
	'verify.reference': 'Numer referencyjny {id}',
} satisfies Record<keyof typeof english, string>;

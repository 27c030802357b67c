import type { account as english } from '../en/account.js';

export const account = {
	'account.userName': 'Nazwa użytkownika',
	'account.memberSince': 'W serwisie od',
	'account.link': 'Link',
	'account.badKey':
		'Marketplace nie akceptuje klucza API bota. Sprawdź `MARKETPLACE_API_KEY`: nowy klucz utworzysz w sekcji kluczy API w ustawieniach obszaru roboczego marketplace’u.',
	'account.laterAt': 'Marketplace prosi bota, żeby zaczekał. Konto będzie można odczytać ponownie {when}.',
	'account.unavailable': 'Nie można teraz połączyć się z marketplace’em. Spróbuj ponownie za kilka minut.',
	'account.malformed':
		'Nie udało się zrozumieć odpowiedzi marketplace’u. Czy `MARKETPLACE_URL` jest poprawny?',
	'account.showPrivate': 'Pokaż e-mail i saldo',
	'account.email': 'E-mail',
	'account.contactEmail': 'E-mail kontaktowy',
	'account.balance': 'Saldo',
	'account.notGiven': 'nie podano',
} satisfies Record<keyof typeof english, string>;

import type { item as english } from '../en/item.js';

export const item = {
	'item.unnamed': 'Produkt {id}',
	'item.price': 'Cena',
	'item.regular': '**{price}** licencja standardowa',
	'item.extended': '**{price}** licencja rozszerzona',
	'item.category': 'Kategoria',
	'item.version': 'Wersja',
	'item.published': 'Opublikowano',
	'item.options': 'Opcje',
	'item.tags': 'Tagi',
	'item.links': 'Linki',
	'item.liveDemo': 'Demo na żywo',
	'item.videoPreview': 'Podgląd wideo',
	'item.audioPreview': 'Podgląd audio',
	'item.screenshots': 'Zrzuty ekranu ({count, number})',
	'item.screenshotRange':
		'{count, plural, =1 {Jedyny zrzut ekranu} other {Zrzuty ekranu {first, number}–{last, number} z {count, number}}}',
	'item.screenshotAlt': 'Zrzut ekranu {number, number} z {count, number}: {name}',
	'item.previousScreenshots': '‹ Poprzednie',
	'item.nextScreenshots': 'Następne ›',
	'item.noScreenshots': 'Ten produkt nie ma już zrzutów ekranu.',
	'item.noSuchId': 'Nie ma produktu o ID {id}.',
	'item.noSuchName':
		'Nie znaleziono produktu o tej nazwie. Zacznij pisać i wybierz produkt z listy albo podaj jego ID.',
	'item.didYouMean': 'Nie znaleziono produktu dokładnie o tej nazwie. Czy chodziło ci o jeden z tych?',
	'item.stillLoading':
		'Produkty nie zostały jeszcze wczytane. Spróbuj ponownie za chwilę albo podaj ID produktu.',
	'item.later': 'Nie można teraz wyszukać produktów. Spróbuj ponownie za kilka minut.',
	'item.laterAt': 'Nie można teraz wyszukać produktów. Spróbuj ponownie {when}.',
	'item.shared': 'Gotowe, produkt jest widoczny poniżej dla wszystkich.',
} satisfies Record<keyof typeof english, string>;

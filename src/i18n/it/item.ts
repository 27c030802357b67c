import type { item as english } from '../en/item.js';

export const item = {
	'item.unnamed': 'Prodotto {id}',
	'item.price': 'Prezzo',
	'item.regular': '**{price}** licenza standard',
	'item.extended': '**{price}** licenza estesa',
	'item.category': 'Categoria',
	'item.version': 'Versione',
	'item.published': 'Pubblicato',
	'item.options': 'Opzioni',
	'item.tags': 'Tag',
	'item.links': 'Link',
	'item.liveDemo': 'Demo dal vivo',
	'item.videoPreview': 'Anteprima video',
	'item.audioPreview': 'Anteprima audio',
	'item.screenshots': 'Screenshot ({count, number})',
	'item.screenshotRange':
		'{count, plural, =1 {L’unico screenshot} other {Screenshot {first, number}–{last, number} di {count, number}}}',
	'item.screenshotAlt': 'Screenshot {number, number} di {count, number}: {name}',
	'item.previousScreenshots': '‹ Precedente',
	'item.nextScreenshots': 'Successivo ›',
	'item.noScreenshots': 'Questo prodotto non ha più screenshot.',
	'item.noSuchId': 'Non c’è nessun prodotto con l’ID {id}.',
	'item.noSuchName':
		'Non ho trovato nessun prodotto con questo nome. Inizia a scrivere e scegline uno dall’elenco, oppure usa il suo ID.',
	'item.didYouMean': 'Non ho trovato nessun prodotto con esattamente questo nome. Intendevi uno di questi?',
	'item.stillLoading':
		'I prodotti non sono ancora stati caricati. Riprova tra un momento oppure usa l’ID del prodotto.',
	'item.later': 'Non è possibile cercare prodotti in questo momento. Riprova tra qualche minuto.',
	'item.laterAt': 'Non è possibile cercare prodotti in questo momento. Riprova {when}.',
	'item.shared': 'Fatto, il prodotto è pubblicato qui sotto per tutti.',
} satisfies Record<keyof typeof english, string>;

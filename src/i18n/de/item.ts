import type { item as english } from '../en/item.js';

export const item = {
	'item.unnamed': 'Produkt {id}',
	'item.price': 'Preis',
	'item.regular': '**{price}** reguläre Lizenz',
	'item.extended': '**{price}** erweiterte Lizenz',
	'item.category': 'Kategorie',
	'item.version': 'Version',
	'item.published': 'Veröffentlicht',
	'item.options': 'Optionen',
	'item.tags': 'Tags',
	'item.links': 'Links',
	'item.liveDemo': 'Live-Demo',
	'item.videoPreview': 'Videovorschau',
	'item.audioPreview': 'Hörprobe',
	'item.screenshots': 'Screenshots ({count, number})',
	'item.screenshotRange':
		'{count, plural, =1 {Der einzige Screenshot} other {Screenshots {first, number}–{last, number} von {count, number}}}',
	'item.screenshotAlt': 'Screenshot {number, number} von {count, number}: {name}',
	'item.previousScreenshots': '‹ Zurück',
	'item.nextScreenshots': 'Weiter ›',
	'item.noScreenshots': 'Dieses Produkt hat keine Screenshots mehr.',
	'item.noSuchId': 'Es gibt kein Produkt mit der ID {id}.',
	'item.noSuchName':
		'Ich habe kein Produkt mit diesem Namen gefunden. Fang an zu tippen und wähle eines aus der Liste oder gib seine ID an.',
	'item.didYouMean': 'Ich habe kein Produkt mit genau diesem Namen gefunden. Meintest du eines von diesen?',
	'item.stillLoading':
		'Die Produkte sind noch nicht geladen. Bitte versuche es gleich noch einmal oder gib die ID des Produkts an.',
	'item.later':
		'Produkte können gerade nicht nachgeschlagen werden. Bitte versuche es in ein paar Minuten noch einmal.',
	'item.laterAt': 'Produkte können gerade nicht nachgeschlagen werden. Bitte versuche es {when} noch einmal.',
	'item.shared': 'Erledigt, das Produkt steht jetzt unten für alle hier.',
	'item.preview': 'Vorschau',
	'item.previewImageAlt': 'Vorschaubild: {name}',
	'item.previewVideoAlt': 'Vorschauvideo: {name}',
	'item.noPreview': 'Dieses Produkt hat keine Vorschau mehr.',
	'item.share': 'Teilen',
	'item.sharedBy': 'Geteilt von {member}',
	'item.mayNotShare': 'Du kannst in diesem Kanal nicht schreiben.',
	'item.sharedAlready': 'Hier schon geteilt: {when}.',
} satisfies Record<keyof typeof english, string>;

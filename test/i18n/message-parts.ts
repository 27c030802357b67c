import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../../src/i18n/languages.js';
import { type MessageKey, messageIn } from '../../src/i18n/messages.js';

// One part of a message's syntax tree.

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** `TYPE` of the parser, whose package is only an indirect dependency. */
const kinds = { literal: 0, argument: 1, number: 2, select: 5, plural: 6, pound: 7 } as const;

/** Cached by message, since every rule reads every text. */
const trees = new Map<string, readonly Element[]>();

function elementsOf(language: Language, key: MessageKey): readonly Element[] {
	const message = messageIn(language, key);
	let tree = trees.get(message);
	if (tree === undefined) {
		tree = new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst();
		trees.set(message, tree);
	}
	return tree;
}

function flat(elements: readonly Element[]): readonly Element[] {
	return elements.flatMap((element) =>
		'options' in element
			? [element, ...Object.values(element.options).flatMap(({ value }) => flat(value))]
			: [element],
	);
}

/** A part of one variant of a message: a piece of text, or a placeholder. */
type Piece = { readonly text: string } | { readonly name: string };

/** Every text that a message can become: one for each choice of the options of its plurals and selects. */
export function readingsOf(language: Language, key: MessageKey): readonly (readonly Piece[])[] {
	return readings(elementsOf(language, key));
}

function readings(elements: readonly Element[]): readonly (readonly Piece[])[] {
	return elements.reduce<readonly (readonly Piece[])[]>(
		(before, element) => {
			const next =
				'options' in element
					? Object.values(element.options).flatMap(({ value }) => readings(value))
					: [[pieceOf(element)]];
			return before.flatMap((pieces) => next.map((more) => [...pieces, ...more]));
		},
		[[]],
	);
}

function pieceOf(element: Element): Piece {
	switch (element.type) {
		case kinds.literal:
			return { text: element.value };
		case kinds.pound:
			return { name: '#' };
		default:
			return { name: String(element.value) };
	}
}

/** The placeholders of all readings, each with the text on either side of it. */
export function placesOf(language: Language, key: MessageKey) {
	return readingsOf(language, key).flatMap((pieces) => {
		const textAt = (at: number) => (pieces[at] && 'text' in pieces[at] ? pieces[at].text : '');
		return pieces.flatMap((piece, at) =>
			'name' in piece ? { name: piece.name, before: textAt(at - 1), after: textAt(at + 1) } : [],
		);
	});
}

/** The placeholders, each with its kind and, for a select, its options: `kind:select(category,item,other)`. */
export function placeholdersOf(language: Language, key: MessageKey): string[] {
	const named = flat(elementsOf(language, key)).flatMap((element) => {
		switch (element.type) {
			case kinds.argument:
				return [element.value];
			case kinds.number:
				return [`${element.value}:number`];
			case kinds.select:
				return [`${element.value}:select(${Object.keys(element.options).sort().join(',')})`];
			case kinds.plural:
				return [`${element.value}:plural`];
			default:
				return [];
		}
	});
	return [...new Set(named)].sort();
}

/** The categories that each plural distinguishes, such as `one` and `other`, without exact numbers. */
export function pluralCategoriesOf(language: Language, key: MessageKey): string[][] {
	return flat(elementsOf(language, key)).flatMap((element) =>
		element.type === kinds.plural
			? [Object.keys(element.options).filter((category) => !category.startsWith('='))]
			: [],
	);
}

/** The text without placeholders: every branch, with one line per piece. */
export function wordsOf(language: Language, key: MessageKey): string {
	return flat(elementsOf(language, key))
		.flatMap((element) => (element.type === kinds.literal ? [element.value] : []))
		.join('\n');
}

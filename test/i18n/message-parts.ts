import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../../src/i18n/languages.js';
import { type MessageKey, messageIn } from '../../src/i18n/messages.js';

// What a message is made of, read from its syntax tree.

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** `TYPE` of the parser, whose package is not ours to import. */
const kinds = { literal: 0, argument: 1, number: 2, select: 5, plural: 6, pound: 7 } as const;

function elementsOf(language: Language, key: MessageKey): readonly Element[] {
	const options = { ignoreTag: true };
	return new IntlMessageFormat(messageIn(language, key), language, undefined, options).getAst();
}

function flat(elements: readonly Element[]): readonly Element[] {
	return elements.flatMap((element) =>
		'options' in element
			? [element, ...Object.values(element.options).flatMap(({ value }) => flat(value))]
			: [element],
	);
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

/** For each plural, the categories that it tells apart, such as `one` and `other`; exact numbers are left out. */
export function pluralCategoriesOf(language: Language, key: MessageKey): string[][] {
	return flat(elementsOf(language, key)).flatMap((element) =>
		element.type === kinds.plural
			? [Object.keys(element.options).filter((category) => !category.startsWith('='))]
			: [],
	);
}

/** The text itself, without placeholders, every branch of it. */
export function wordsOf(language: Language, key: MessageKey): string {
	return flat(elementsOf(language, key))
		.map((element) => (element.type === kinds.literal ? element.value : ''))
		.join('\n');
}

import type { Services } from '../../src/create-services.js';
import { isPeriodKey, type RuleKind } from '../../src/servers/rule-subject.js';
import { comparable } from '../items/find.js';
import { subjectArgument } from './choice.js';

// The subjects of roles that the shop's items and purchases have: items, categories and licence types.

/** Discord's limit for an option's value is 100 characters, and the kind precedes the key. */
export const maxKeyLength = 90;

/** The marketplace's spelling: roles are matched by exactly that. */
export function spelledAs(typed: string, known: readonly string[]): string | undefined {
	return known.find((name) => name === typed) ?? known.find((name) => comparable(name) === comparable(typed));
}

export function categoriesOf(catalog: Services['catalog']): readonly string[] {
	return textsOf(catalog.snapshot().items.map(({ category }) => category));
}

/** The subjects of a kind that the shop's items or purchases have, in the shop's spelling. */
export function knownKeys(kind: RuleKind, { catalog, licenceTypes }: Services): readonly string[] {
	switch (kind) {
		case 'item':
			return idsOf(catalog.snapshot().items);
		case 'date':
			return [];
		case 'category':
			return categoriesOf(catalog);
		case 'licence':
			return textsOf(licenceTypes.list());
	}
}

/** Those that a part of a name finds, at most `most`. */
export function keysNamed(kind: RuleKind, typed: string, known: Services, most: number): readonly string[] {
	if (kind === 'item') return idsOf(known.catalog.suggest(typed, most));
	const wanted = comparable(typed);
	const all = knownKeys(kind, known);
	return all.filter((name) => comparable(name).includes(wanted)).slice(0, most);
}

/** Each once, should the shop list an item twice: Discord would reject two options with one value. */
function idsOf(items: readonly { readonly id: number }[]): readonly string[] {
	return [...new Set(items.map(({ id }) => String(id)))];
}

/** Sorted, each once. `__proto__` can't be a key of a stored object. */
function textsOf(texts: readonly string[]): readonly string[] {
	const isKey = (text: string) => text.trim() !== '' && text.length <= maxKeyLength && text !== '__proto__';
	return [...new Set(texts)].filter(isKey).sort();
}

/** The key in a custom_id; undefined if it is none, or if the shop no longer lists it and only its digest is known. */
export function keyOfArgument(kind: RuleKind, argument: string, known: Services): string | undefined {
	const key = argument.startsWith('=')
		? argument.slice(1)
		: knownKeys(kind, known).find((it) => subjectArgument(it) === argument);
	return kind === 'date' && key !== undefined && !isPeriodKey(key) ? undefined : key;
}

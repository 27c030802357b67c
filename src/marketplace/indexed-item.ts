import type { Item, ListedItem } from './schemas.js';

/** What is kept unpacked of an item: what lists, searches and choices look at. */
export interface IndexedItem {
	readonly listed: ListedItem;
	/** Where the whole item is among the packed ones. */
	readonly place: number;
	/** The folded name, with a space before each word and nothing else between them. */
	readonly words: string;
	/** Everything that a search looks at, folded. */
	readonly all: string;
}

/** Tags and options have no limit of their own. */
const longestText = 1_000;

/** How text is compared: case, accents and compatibility forms (ﬁ, ２) don't count, and all else but letters and digits is a gap. */
export function fold(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}

/** `shared` gives one text for all who have the same. */
export function indexItem(item: Item, place: number, shared: (text: string) => string): IndexedItem {
	const { id, name, price, publishedAt } = item;
	const [category, currency] = [shared(item.category), item.currency && shared(item.currency)];
	// Joined, since a text that is put together by `+` or a template keeps its parts in memory too.
	const words = ['', fold(name)].join(' ');
	const rest = fold(
		[category, item.subCategory, ...item.tags, id, ...item.options].join(' ').slice(0, longestText),
	);
	const listed = { id, name, category, price, currency, publishedAt };
	return { listed, place, words, all: [words, rest].join(' ') };
}

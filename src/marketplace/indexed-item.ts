import type { Item, ListedItem } from './schemas.js';

export interface IndexedItem {
	readonly listed: ListedItem;
	/** The folded name, with a space before each word and nothing else between them. */
	readonly words: string;
	/** All searchable text, folded. */
	readonly all: string;
}

/** The account's items. `skipped` counts unreadable entries. */
export interface ItemList {
	readonly items: readonly IndexedItem[];
	readonly skipped: number;
}

/** The marketplace doesn't limit tags and options. */
const maxTextLength = 1_000;
/** Of a sub-category, a tag or an option that is kept in memory. */
const maxGroupLength = 100;
const maxListed = 25;

/** Ignores case, accents and compatibility forms (ﬁ, ２); all but letters and digits becomes a space. */
export function fold(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}

const shortList = (texts: readonly string[]): string[] =>
	texts.slice(0, maxListed).map((text) => text.slice(0, maxGroupLength));

export function indexItem(whole: Item): IndexedItem {
	const { description: _, demoUrl: _demo, screenshotUrls: _shots, ...item } = whole;
	const { id, category, subCategory, tags, options } = item;
	const words = ` ${fold(item.name)}`;
	const rest = [category, subCategory, ...tags, id, ...options].join(' ');
	const listed = {
		...item,
		subCategory: subCategory.slice(0, maxGroupLength),
		tags: shortList(tags),
		options: shortList(options),
	};
	return { listed, words, all: `${words} ${fold(rest.slice(0, maxTextLength))}` };
}

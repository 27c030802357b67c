import type { Item, ListedItem } from './schemas.js';

/** All that is kept in memory of an item. */
export interface IndexedItem {
	readonly listed: ListedItem;
	/** The folded name, with a space before each word and nothing else between them. */
	readonly words: string;
	/** Everything that a search looks at, folded. */
	readonly all: string;
}

/** The account's items. `skipped` counts entries that could not be read as an item. */
export interface ItemList {
	readonly items: readonly IndexedItem[];
	readonly skipped: number;
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

export function indexItem(item: Item): IndexedItem {
	const { id, name, category, price, currency, publishedAt } = item;
	const { thumbnailUrl, previewImageUrl, previewVideoUrl, previewAudioUrl } = item;
	const media = { thumbnailUrl, previewImageUrl, previewVideoUrl, previewAudioUrl };
	const words = ` ${fold(name)}`;
	const rest = [category, item.subCategory, ...item.tags, id, ...item.options].join(' ');
	const listed = { id, name, category, price, currency, publishedAt, ...media };
	return { listed, words, all: `${words} ${fold(rest.slice(0, longestText))}` };
}

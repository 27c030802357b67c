import { setImmediate } from 'node:timers/promises';
import type { ItemSource } from './packed-items.js';
import type { Item, ListedItem } from './schemas.js';
import { buildSimilarNames } from './similar-names.js';

/** Items in an order that stays, found by id or by what a person types. Never changed once it is built. */
export interface ItemIndex {
	/** Sorted by name without regard to case and accents, then by id. */
	readonly items: readonly ListedItem[];
	/** The whole item. */
	get(id: number): Item | undefined;
	/**
	 * At most `limit` items for what was typed so far, best first: the exact id, ids that start so, names that start
	 * so, names with a word that starts so, names that contain it, names that contain each of its words; where there are
	 * none, names with words like it. Nothing typed gives the newest. About a millisecond for 10,000 items: autocomplete asks at every keystroke.
	 */
	suggest(query: string, limit: number): readonly ListedItem[];
	/**
	 * The ids of all items with every word of the query in their name, category, tags or id, or, where there are none,
	 * with words like these in their name; undefined where the query has no word, which is no search.
	 */
	matching(query: string): ReadonlySet<number> | undefined;
}

interface Entry {
	readonly item: ListedItem;
	/** Where the whole item is in its source. */
	readonly place: number;
	readonly id: string;
	/** The folded name, with a space before each word and nothing else between them. */
	readonly words: string;
	/** Everything that a search looks at, folded. */
	readonly all: string;
}

/** How text is compared: case, accents and compatibility forms (ﬁ, ２) don't count, and all else but letters and digits is a gap. */
function fold(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}

const sliceLength = 500;
/** Tags have no limit of their own. */
const longestText = 1_000;

/** Built in slices, so that ten thousand new items don't hold up an interaction. An id that comes twice counts once. */
export async function buildItemIndex(items: ItemSource): Promise<ItemIndex> {
	const byId = new Map<number, Entry>();
	/** One text for all who have the same. */
	const texts = new Map<string, string>();
	let place = 0;
	for (const item of items) {
		byId.set(item.id, entryOf(item, place, texts));
		place += 1;
		if (place % sliceLength === 0) await setImmediate();
	}
	const entries = [...byId.values()];
	// Plain comparison of folded names: a collator takes ten times as long, all of it at once.
	entries.sort((a, b) => {
		if (a.words === b.words) return a.item.id - b.item.id;
		return a.words < b.words ? -1 : 1;
	});
	const sorted = entries.map((entry) => entry.item);
	const similar = await buildSimilarNames(entries.map(({ words }) => words));
	const alike = (wanted: string): ListedItem[] =>
		similar.find(wanted.split(' ')).flatMap((index) => entries[index]?.item ?? []);
	const newest = sorted.toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0)).slice(0, 100);

	return {
		items: sorted,
		get(id) {
			const entry = byId.get(id);
			return entry && items.at(entry.place);
		},
		suggest(query, limit) {
			const wanted = fold(query.slice(0, 100));
			if (wanted === '') return newest.slice(0, limit);
			const found = search(entries, wanted, limit);
			return found.length > 0 ? found : alike(wanted).slice(0, limit);
		},
		matching(query) {
			const wanted = fold(query.slice(0, 100));
			if (wanted === '') return undefined;
			const words = wanted.split(' ');
			const found = entries.filter(({ all }) => words.every((word) => all.includes(word)));
			const items = found.length > 0 ? found.map(({ item }) => item) : alike(wanted);
			return new Set(items.map(({ id }) => id));
		},
	};
}

function entryOf(item: Item, place: number, texts: Map<string, string>): Entry {
	const { id, name, price, publishedAt } = item;
	const shared = (text: string): string => {
		const known = texts.get(text);
		if (known === undefined) texts.set(text, text);
		return known ?? text;
	};
	const [category, currency] = [shared(item.category), item.currency && shared(item.currency)];
	const words = ` ${fold(name)}`;
	const rest = fold([category, item.subCategory, ...item.tags, id].join(' ').slice(0, longestText));
	const listed = { id, name, category, price, currency, publishedAt };
	return { item: listed, place, id: String(id), words, all: `${words} ${rest}` };
}

/** Ranks in one pass over entries that are sorted already, so that each rank keeps their order. */
function search(entries: readonly Entry[], wanted: string, limit: number): ListedItem[] {
	const words = wanted.split(' ');
	const wordStart = ` ${wanted}`;
	const mayBeId = /^\d+$/.test(wanted);
	const ranks: ListedItem[][] = [[], [], [], [], [], []];
	for (const entry of entries) {
		const rank = rankOf(entry);
		const found = rank === undefined ? undefined : ranks[rank];
		if (found !== undefined && found.length < limit) found.push(entry.item);
	}
	return ranks.flat().slice(0, limit);

	function rankOf({ id, words: name }: Entry): number | undefined {
		if (mayBeId && id.startsWith(wanted)) return id.length === wanted.length ? 0 : 1;
		const at = name.indexOf(wanted);
		if (at === 1) return 2;
		if (at > 1) return name.includes(wordStart) ? 3 : 4;
		return words.length > 1 && words.every((word) => name.includes(word)) ? 5 : undefined;
	}
}

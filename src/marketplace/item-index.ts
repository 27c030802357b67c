import { buildSimilarNames } from './fuzzy-search.js';
import { fold, type IndexedItem } from './indexed-item.js';
import type { ListedItem } from './schemas.js';

/** Items in an order that stays, found by id or by what a person types. Never changed once it is built. */
export interface ItemIndex {
	/** Sorted by name without regard to case and accents, then by id. */
	readonly items: readonly ListedItem[];
	get(id: number): ListedItem | undefined;
	/**
	 * At most `limit` items for what was typed so far, best first: the exact id, ids that start so, names that start
	 * so, names with a word that starts so, names that contain it, names that contain each of its words; where there are
	 * none, names with words like it. Nothing typed gives the newest. About a millisecond for 10,000 items: autocomplete asks at every keystroke.
	 */
	suggest(query: string, limit: number): readonly ListedItem[];
	/**
	 * The ids of all items with every word of the query in their name, category, tags, id or options, or, where there are none,
	 * with words like these in their name; undefined where the query has no word, which is no search.
	 */
	matching(query: string): ReadonlySet<number> | undefined;
}

/** An id that comes twice counts once. */
export async function buildItemIndex(items: readonly IndexedItem[]): Promise<ItemIndex> {
	const byId = new Map(items.map((entry) => [entry.listed.id, entry]));
	const entries = [...byId.values()];
	// Plain comparison of folded names: a collator takes ten times as long, all of it at once.
	entries.sort((a, b) => {
		if (a.words === b.words) return a.listed.id - b.listed.id;
		return a.words < b.words ? -1 : 1;
	});
	const sorted = entries.map(({ listed }) => listed);
	const similar = await buildSimilarNames(entries.map(({ words }) => words));
	const alike = (wanted: string): ListedItem[] =>
		similar.find(wanted.split(' ')).flatMap((index) => entries[index]?.listed ?? []);
	const newest = sorted.toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0)).slice(0, 100);

	return {
		items: sorted,
		get: (id) => byId.get(id)?.listed,
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
			const items = found.length > 0 ? found.map(({ listed }) => listed) : alike(wanted);
			return new Set(items.map(({ id }) => id));
		},
	};
}

/** Ranks in one pass over entries that are sorted already, so that each rank keeps their order. */
function search(entries: readonly IndexedItem[], wanted: string, limit: number): ListedItem[] {
	const words = wanted.split(' ');
	const wordStart = ` ${wanted}`;
	const wantedId = /^(0|[1-9]\d*)$/.test(wanted) ? Number(wanted) : undefined;
	const ranks: ListedItem[][] = [[], [], [], [], [], []];
	for (const entry of entries) {
		const rank = rankOf(entry);
		const found = rank === undefined ? undefined : ranks[rank];
		if (found !== undefined && found.length < limit) found.push(entry.listed);
	}
	return ranks.flat().slice(0, limit);

	function rankOf({ listed: { id }, words: name }: IndexedItem): number | undefined {
		if (wantedId !== undefined && startsWith(id, wantedId)) return id === wantedId ? 0 : 1;
		const at = name.indexOf(wanted);
		if (at === 1) return 2;
		if (at > 1) return name.includes(wordStart) ? 3 : 4;
		return words.length > 1 && words.every((word) => name.includes(word)) ? 5 : undefined;
	}
}

/** Whether a number begins with the digits of another one. */
function startsWith(number: number, digits: number): boolean {
	let left = number;
	while (left > digits && digits > 0) left = Math.floor(left / 10);
	return left === digits;
}

import MiniSearch from 'minisearch';
import { fold, type IndexedItem } from './indexed-item.js';
import type { ListedItem } from './schemas.js';

// Keeps a keystroke cheap, whatever a shop calls its items: only the first typeable words of a name count.
const wordsOfName = 8;
const wordsOfQuery = 3;
const maxWordLength = 20;
/** Mistakes that a word of this length may have. Two letters that are swapped are two. */
const mistakesIn = ({ length }: string): number => (length < 4 ? 0 : length === 4 ? 1 : 2);

export type ItemIndex = Awaited<ReturnType<typeof indexItems>>;

/** Items in a stable order, searchable by id and text. Duplicate ids count once. */
export async function indexItems(all: readonly IndexedItem[]) {
	const byId = new Map(all.map((entry) => [entry.listed.id, entry]));
	// Plain comparison of folded names: a collator takes ten times as long, without a break.
	const entries = [...byId.values()].sort((a, b) => {
		if (a.words === b.words) return a.listed.id - b.listed.id;
		return a.words < b.words ? -1 : 1;
	});
	// For queries that are misspelt.
	const similar = new MiniSearch<{ readonly id: number; readonly words: string }>({
		fields: ['words'],
		tokenize: (name) => name.trim().split(' ', wordsOfName),
		processTerm: (word) => (word.length > maxWordLength ? null : word),
		searchOptions: { combineWith: 'AND', fuzzy: mistakesIn, maxFuzzy: 2 },
	});
	await similar.addAllAsync(
		entries.map(({ words }, id) => ({ id, words })),
		{ chunkSize: 500 },
	);
	const items: readonly ListedItem[] = entries.map(({ listed }) => listed);
	const newest = items.toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0)).slice(0, 100);

	function alike(wanted: string): ListedItem[] {
		const query = wanted.split(' ', wordsOfQuery);
		// Without a word that may be misspelt there is nothing that has not been found before.
		if (!query.some((word) => mistakesIn(word) > 0)) return [];
		return similar.search(query.join(' ')).flatMap(({ id }) => entries[id]?.listed ?? []);
	}

	return {
		/** Sorted by name without regard to case and accents, then by id. */
		items,

		get: (id: number): ListedItem | undefined => byId.get(id)?.listed,

		/**
		 * The best items for the text typed so far: the exact id, ids with this prefix, names with this prefix, names with a
		 * word with this prefix, names that contain it, names that contain each of its words; if none match, names with
		 * similar words. The newest if it is empty. About a millisecond for 10,000 items, at every keystroke.
		 */
		suggest(query: string, limit: number): readonly ListedItem[] {
			const wanted = fold(query.slice(0, 100));
			if (wanted === '') return newest.slice(0, limit);
			const found = search(entries, wanted, limit);
			return found.length > 0 ? found : alike(wanted).slice(0, limit);
		},

		/**
		 * Ids of all items with every word of the query in their name, category, tags, id or options, or, if there are
		 * none, with similar words in their name; undefined if the query has no words.
		 */
		matching(query: string): ReadonlySet<number> | undefined {
			const wanted = fold(query.slice(0, 100));
			if (wanted === '') return undefined;
			const words = wanted.split(' ');
			const found = entries.filter(({ all }) => words.every((word) => all.includes(word)));
			const matches = found.length > 0 ? found.map(({ listed }) => listed) : alike(wanted);
			return new Set(matches.map(({ id }) => id));
		},
	};
}

/** Ranks in one pass over sorted entries, so that each rank keeps their order. */
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

/** @returns true if the number starts with these digits */
function startsWith(number: number, digits: number): boolean {
	let left = number;
	while (left > digits && digits > 0) left = Math.floor(left / 10);
	return left === digits;
}

import { hash } from 'node:crypto';
import { fold } from './indexed-item.js';
import type { ListedItem } from './schemas.js';

/** A sub-category or tag, as a choice. */
export interface ItemGroup {
	/** Short, of letters, digits, `-` and `_`, and stable across restarts and refreshes. */
	readonly key: string;
	/** As an item spells it. */
	readonly name: string;
	readonly count: number;
}

/** With "all" this fills a Discord select. */
const maxChoices = 24;
/** More than any author has. What a hostile shop has beyond them can be searched for, but not chosen. */
const maxGroups = 10_000;

/**
 * The sub-categories or tags of a catalogue. Spellings that differ only in case, accents or punctuation are one group,
 * with the first one as its name.
 */
export class ItemGroups {
	readonly #keyLength: number;
	readonly #groups: { readonly key: string; readonly name: string }[] = [];
	/** By key: its place in `#groups`. */
	readonly #places = new Map<string, number>();
	/** By spelling. Folding is slow, and most spellings are shared by many items. */
	readonly #placeOf = new Map<string, number | undefined>();
	readonly #placesOf = new Map<ListedItem, readonly number[]>();

	constructor(keyLength: number) {
		this.#keyLength = keyLength;
	}

	add(item: ListedItem, spellings: readonly string[]): void {
		const places = new Set<number>();
		for (const spelling of spellings) {
			if (!this.#placeOf.has(spelling)) this.#placeOf.set(spelling, this.#makeRoom(spelling.trim()));
			const place = this.#placeOf.get(spelling);
			if (place !== undefined) places.add(place);
		}
		if (places.size > 0) this.#placesOf.set(item, [...places]);
	}

	nameOf(key: string | undefined): string | undefined {
		return this.#groups[this.#places.get(key ?? '') ?? -1]?.name;
	}

	/** A test for items of the group with this key; undefined for any. */
	includes(key: string | undefined): (item: ListedItem) => boolean {
		if (key === undefined) return () => true;
		const place = this.#places.get(key) ?? -1;
		return (item) => this.#placesOf.get(item)?.includes(place) ?? false;
	}

	/** The most frequent groups of these items, by name. */
	largest(items: readonly ListedItem[]): readonly ItemGroup[] {
		const counts = new Uint32Array(this.#groups.length);
		for (const item of items) {
			for (const place of this.#placesOf.get(item) ?? []) counts[place] = (counts[place] ?? 0) + 1;
		}
		// Sorting all of them at every click would take longer than counting.
		const top: ItemGroup[] = [];
		for (const [place, group] of this.#groups.entries()) {
			const count = counts[place] ?? 0;
			if (count <= (top[maxChoices - 1]?.count ?? 0)) continue;
			top.push({ ...group, count });
			top.sort((a, b) => b.count - a.count);
			top.length = Math.min(top.length, maxChoices);
		}
		return top.sort((a, b) => (a.name < b.name ? -1 : 1));
	}

	#makeRoom(name: string): number | undefined {
		if (name === '' || this.#groups.length === maxGroups) return undefined;
		// Nothing is left of emojis alone. Two names with one hash are rare; then they are one group.
		const key = hash('sha256', fold(name) || name, 'base64url').slice(0, this.#keyLength);
		const place = this.#places.get(key) ?? this.#groups.length;
		if (place === this.#groups.length) this.#groups.push({ key, name });
		this.#places.set(key, place);
		return place;
	}
}

import type { VersionedItem } from './item-memory.js';
import { isNewVersion, type SeenVersions } from './item-versions.js';

/** An item or a version that the shop has not listed before. */
export interface News {
	readonly id: number;
	readonly version?: string | undefined;
	/** True for an item, absent for a version of a known one. */
	readonly isNew?: true | undefined;
}

/** Of the items that the previous list had, this part has to be in a list that counts. */
const minKept = 2 / 3;

/**
 * Compares a list, which names each item once, with the items seen before it.
 * @param held items that were announced a short time ago: their changes wait for a later list
 * @returns the news, and the items that are to be remembered, in the list's order
 */
export function compareList(
	items: readonly VersionedItem[],
	known: ReadonlyMap<number, SeenVersions>,
	held: ReadonlySet<number>,
): { readonly news: readonly News[]; readonly learned: readonly VersionedItem[] } {
	const news: News[] = [];
	const learned: VersionedItem[] = [];
	for (const item of items) {
		const { id, version } = item;
		const seen = known.get(id);
		const isNews = seen === undefined || isNewVersion(seen, version);
		if (isNews && held.has(id)) continue;
		learned.push(item);
		if (!isNews) continue;
		const named = version === undefined ? {} : { version: version.slice(0, 60) };
		news.push({ id, ...named, ...(seen === undefined && { isNew: true }) });
	}
	return { news, learned };
}

/** True if too many of the items are missing that the previous list had, `size` in number. */
export function isHalf(
	items: readonly VersionedItem[],
	known: ReadonlyMap<number, SeenVersions>,
	size: number,
): boolean {
	return items.filter(({ id }) => known.has(id)).length < size * minKept;
}

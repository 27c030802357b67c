import type { ItemIndex } from './item-index.js';
import type { ListedItem } from './schemas.js';

/** By name, by price (lowest or highest first), by publication (newest or oldest first). */
type ItemOrder = 'name' | keyof typeof sortKeys;

export interface ItemsWanted {
	readonly search: string;
	/** Its key; `-` for all, `+` for all that are too small to be listed. */
	readonly category: string;
	readonly order: ItemOrder;
}

const filters = ['search', 'category'] as const;

export type ItemFilter = (typeof filters)[number];

interface ItemCategory {
	/** Short, of letters and digits, and stable across restarts and refreshes. */
	readonly key: string;
	/** As the marketplace spells it; '' for items without a category. */
	readonly name: string;
	readonly count: number;
}

export type ItemsFound = ReturnType<typeof browse>;

/** With "all" and "the rest" this fills a Discord select. */
const listedCategories = 23;

/** Takes some milliseconds for 10,000 items. */
export function browse(
	index: Pick<ItemIndex, 'items' | 'matching'>,
	{ search, category, order }: ItemsWanted,
) {
	const { items } = index;
	const { all, listed } = countCategories(items);
	const chosen = all.find(({ key }) => key === category);
	const isListed = new Set(listed.map(({ name }) => name));
	const searched = index.matching(search);
	const isSearched = ({ id }: ListedItem): boolean => searched?.has(id) ?? true;
	const isOfCategory = (item: ListedItem): boolean => {
		if (category === '-') return true;
		return category === '+' ? !isListed.has(item.category) : item.category === chosen?.name;
	};
	const found = items.filter((item) => isSearched(item) && isOfCategory(item));
	const isHindering = (filter: ItemFilter) => items.some(filter === 'search' ? isOfCategory : isSearched);
	const hindering: readonly ItemFilter[] = found.length > 0 ? [] : filters.filter(isHindering);
	return {
		items: sortItems(found, order),
		total: items.length,
		/** The largest ones, by name. */
		categories: listed,
		/** Number of items in other categories. */
		rest: items.length - listed.reduce((sum, { count }) => sum + count, 0),
		/** The requested category; undefined if it was not a single one or no longer exists. */
		category: chosen,
		/** If nothing was found: each filter without which there are items. */
		hindering,
	};
}

function countCategories(items: readonly ListedItem[]) {
	const counts = new Map<string, number>();
	for (const { category } of items) counts.set(category, (counts.get(category) ?? 0) + 1);
	const all: ItemCategory[] = [...counts].map(([name, count]) => ({ key: categoryKey(name), name, count }));
	const bySize = all.toSorted((a, b) => b.count - a.count || compare(a.name, b.name));
	// One more fits if nothing is left for "the rest".
	const listedCount = all.length === listedCategories + 1 ? all.length : listedCategories;
	return { all, listed: bySize.slice(0, listedCount).toSorted((a, b) => compare(a.name, b.name)) };
}

/** A short hash of a name (FNV-1a, 32 bits). Collisions are rare; then the first category is shown. */
export function categoryKey(name: string): string {
	let hash = 0x811c9dc5;
	for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
	return hash.toString(36);
}

const priceOf = ({ price }: ListedItem): number | undefined => price.regular ?? price.extended;
const dateOf = ({ publishedAt }: ListedItem): number | undefined => publishedAt;
const sortKeys = {
	cheap: [priceOf, 1],
	dear: [priceOf, -1],
	new: [dateOf, -1],
	old: [dateOf, 1],
} as const;

/** Sorting is stable, so that equal items stay in the order of names. Items without a price or date come last. */
function sortItems(items: readonly ListedItem[], order: ItemOrder): readonly ListedItem[] {
	if (order === 'name') return items;
	const [fieldOf, direction] = sortKeys[order];
	const keyOf = (item: ListedItem): number => direction * (fieldOf(item) ?? direction * Number.MAX_VALUE);
	return items.toSorted((a, b) => keyOf(a) - keyOf(b));
}

/** Names of two categories are never equal. */
function compare(a: string, b: string): number {
	return a < b ? -1 : 1;
}

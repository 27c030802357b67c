import type { ItemIndex } from './item-index.js';
import type { ListedItem } from './schemas.js';

export const itemOrders = ['name', 'cheap', 'dear', 'new', 'old'] as const;

/** By name, by price (lowest or highest first), by publication (newest or oldest first). */
type ItemOrder = (typeof itemOrders)[number];

/** Which categories are looked at: every one, one by its key, or all that are too small for a list of their own. */
export type CategoryChoice = 'all' | 'rest' | { readonly key: string };

/** What a person wants to see of the catalogue. */
export interface ItemsWanted {
	readonly search: string;
	readonly category: CategoryChoice;
	readonly order: ItemOrder;
}

interface ItemCategory {
	/** Short, of letters and digits, and the same after a restart and a refresh. */
	readonly key: string;
	/** As the marketplace spells it; '' for items without a category. */
	readonly name: string;
	readonly count: number;
}

export interface ItemsFound {
	/** In the wanted order. */
	readonly items: readonly ListedItem[];
	/** How many the catalogue has in all. */
	readonly total: number;
	/** The largest ones, by name. */
	readonly categories: readonly ItemCategory[];
	/** How many items are in none of these. */
	readonly rest: number;
	/** The wanted category; undefined where it was not one alone, or doesn't exist any more. */
	readonly category: ItemCategory | undefined;
}

/** With "all" and "the rest" it is what a select of Discord can hold. */
const listedCategories = 23;

/**
 * Filters, searches and sorts items from memory. Orders and categories are worked out once for each load of the
 * catalogue, so that a click costs a pass over the items: a few milliseconds for 10,000.
 */
export interface ItemBrowser {
	browse(wanted: ItemsWanted): ItemsFound;
}

export function createItemBrowser(index: Pick<ItemIndex, 'items' | 'matching'>): ItemBrowser {
	const { items } = index;
	const orders = new Map<ItemOrder, readonly ListedItem[]>();
	let known: ReturnType<typeof countCategories> | undefined;

	function inOrder(order: ItemOrder): readonly ListedItem[] {
		let sorted = orders.get(order);
		if (sorted === undefined) {
			sorted = sortItems(items, order);
			orders.set(order, sorted);
		}
		return sorted;
	}

	return {
		browse({ search, category, order }) {
			known ??= countCategories(items);
			const { all, listed } = known;
			const isListed = new Set(listed.map(({ name }) => name));
			const chosen = typeof category === 'object' ? all.find(({ key }) => key === category.key) : undefined;
			const isWanted = (item: ListedItem): boolean => {
				if (category === 'all') return true;
				return category === 'rest' ? !isListed.has(item.category) : item.category === chosen?.name;
			};
			const matches = index.matching(search);
			const found = inOrder(order).filter((item) => isWanted(item) && (matches?.has(item.id) ?? true));
			const rest = items.length - listed.reduce((sum, { count }) => sum + count, 0);
			return { items: found, total: items.length, categories: listed, rest, category: chosen };
		},
	};
}

function countCategories(items: readonly ListedItem[]): {
	readonly all: readonly ItemCategory[];
	readonly listed: readonly ItemCategory[];
} {
	const counts = new Map<string, number>();
	for (const { category } of items) counts.set(category, (counts.get(category) ?? 0) + 1);
	const all = [...counts].map(([name, count]) => ({ key: categoryKey(name), name, count }));
	const bySize = all.toSorted((a, b) => b.count - a.count || compare(a.name, b.name));
	// One more fits where nothing is left for "the rest".
	const most = all.length === listedCategories + 1 ? all.length : listedCategories;
	return { all, listed: bySize.slice(0, most).toSorted((a, b) => compare(a.name, b.name)) };
}

/**
 * A category by a few letters that depend on its name alone, for a place with room for no more (FNV-1a, 32 bits). Two
 * of a hundred categories share one in a catalogue out of a million; then the first of them is shown.
 */
export function categoryKey(name: string): string {
	let hash = 0x811c9dc5;
	for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
	return hash.toString(36);
}

/** Sorting is stable, so that what is equal stays in the order of names. What has no price or date comes last. */
function sortItems(items: readonly ListedItem[], order: ItemOrder): readonly ListedItem[] {
	switch (order) {
		case 'name':
			return items;
		case 'cheap':
			return items.toSorted(by((item) => item.price.regular ?? item.price.extended, 1));
		case 'dear':
			return items.toSorted(by((item) => item.price.regular ?? item.price.extended, -1));
		case 'new':
			return items.toSorted(by((item) => item.publishedAt, -1));
		case 'old':
			return items.toSorted(by((item) => item.publishedAt, 1));
	}
}

function by(value: (item: ListedItem) => number | undefined, direction: 1 | -1) {
	return (a: ListedItem, b: ListedItem): number => {
		const [left, right] = [value(a), value(b)];
		if (left === undefined || right === undefined)
			return Number(left === undefined) - Number(right === undefined);
		return (left - right) * direction;
	};
}

/** Of names of two categories, which are never the same. */
function compare(a: string, b: string): number {
	return a < b ? -1 : 1;
}

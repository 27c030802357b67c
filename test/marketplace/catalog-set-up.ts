import type { CallOptions } from '../../src/marketplace/caller.js';
import type { RefreshResult } from '../../src/marketplace/catalog.js';
import { createCatalog } from '../../src/marketplace/catalog.js';
import type { ItemList } from '../../src/marketplace/indexed-item.js';
import { indexItem } from '../../src/marketplace/indexed-item.js';
import type { KeyProblem } from '../../src/marketplace/key-check.js';
import type { MarketplaceFailure, MarketplaceResult } from '../../src/marketplace/result.js';
import type { Account, Item, ListedItem } from '../../src/marketplace/schemas.js';
import { accountSchema, itemSchema } from '../../src/marketplace/schemas.js';
import { FakeClock } from './fake-clock.js';
import { sampleAccount } from './samples.js';

export const minute = 60_000;
export const item = (id: number, name = `Item ${id}`): Item => itemSchema.parse({ id, name });
/** What lists have of it. */
export const listed = (...of: Parameters<typeof item>): ListedItem => {
	return indexItem(item(...of)).listed;
};
export const listOf = (...items: Item[]): MarketplaceResult<ItemList> => ({
	ok: true,
	value: { items: items.map(indexItem), skipped: 0 },
});
export const failed = (failure: MarketplaceFailure) => ({ ok: false, failure }) as const;
export const down = failed({ kind: 'unavailable', reason: 'HTTP 500' });
export const noItems = failed({ kind: 'no-items' });
const goodKey: MarketplaceResult<Account> = { ok: true, value: accountSchema.parse(sampleAccount) };

/** A catalogue of a world that the test makes, and what it has asked and told. */
export const setUpCatalog = (random = 0.5) => {
	const clock = new FakeClock();
	const world = {
		list: listOf(item(1)) as MarketplaceResult<ItemList>,
		item: failed({ kind: 'item-not-found' }) as MarketplaceResult<Item>,
		key: goodKey as MarketplaceResult<Account>,
	};
	const listCalls: (CallOptions | undefined)[] = [];
	let release = (): void => {};
	let held: Promise<void> | undefined;
	/** Keeps the list back until it is released. */
	const hold = (): void => {
		held = new Promise((resolve) => {
			release = resolve;
		});
	};
	const itemCalls: number[] = [];
	/** Of questions about single items and about the key. */
	const askers: (CallOptions | undefined)[] = [];
	const refreshes: RefreshResult[] = [];
	const reported: KeyProblem[] = [];
	const catalog = createCatalog({
		client: {
			allItems: async (options) => {
				listCalls.push(options);
				await held;
				return world.list;
			},
			item: async (id, options) => {
				itemCalls.push(id);
				askers.push(options);
				return world.item;
			},
		},
		keyCheck: {
			check: async (asker) => {
				askers.push(asker);
				return world.key;
			},
			report: (problem) => reported.push(problem),
		},
		clock,
		random: () => random,
		onRefresh: (result) => refreshes.push(result),
	});
	const seen = { listCalls, itemCalls, askers, refreshes, reported };
	return { clock, world, catalog, ...seen, hold, release: () => release() };
};

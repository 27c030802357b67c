import { createCatalog, type RefreshResult } from '../../src/marketplace/catalog.js';
import type { CallOptions, MarketplaceClient } from '../../src/marketplace/client.js';
import { type ItemList, indexItem } from '../../src/marketplace/indexed-item.js';
import type { KeyCheck, KeyProblem } from '../../src/marketplace/key-check.js';
import type { MarketplaceFailure, MarketplaceResult } from '../../src/marketplace/result.js';
import { type Account, type Item, itemSchema, type ListedItem } from '../../src/marketplace/schemas.js';
import type { Limits } from '../../src/storage/rate-limits.js';
import { FakeClock } from '../world/fake-clock.js';
import { floor } from '../world/floor.js';
import { failed, goodKey } from './samples.js';

export const minute = 60_000;
export const item = (id: number, name = `Item ${id}`): Item => itemSchema.parse({ id, name });
/** The item as lists contain it. */
export const listed = (...of: Parameters<typeof item>): ListedItem => indexItem(item(...of)).listed;
export const listOf = (...items: Item[]): MarketplaceResult<ItemList> => ({
	ok: true,
	value: { items: items.map(indexItem), skipped: 0 },
});
export const noItems = failed({ kind: 'no-items' });

type RefreshedItems = Extract<RefreshResult, { ok: true }>['value'];

export const memberId = '100000000000000001';

/** A catalog in a world that the test controls, with its requests and reports. */
export const setUpCatalog = (random = 0.5) => {
	const clock = new FakeClock();
	const world = {
		list: listOf(item(1)) as MarketplaceResult<ItemList>,
		item: failed({ kind: 'item-not-found' }) as MarketplaceResult<Item>,
		key: goodKey as MarketplaceResult<Account>,
		/** Set if the member has asked for too many unlisted items. */
		retryAt: undefined as number | undefined,
	};
	const listCalls: (CallOptions | undefined)[] = [];
	const itemCalls: number[] = [];
	/** Requests for single items and for the key's account. */
	const askers: (CallOptions | undefined)[] = [];
	const refreshes: RefreshResult[] = [];
	/** The keys that were counted against a limit. */
	const taken: string[] = [];
	const reported: KeyProblem[] = [];
	const catalog = createCatalog({
		client: floor<MarketplaceClient>({
			allItems: async (options) => {
				listCalls.push(options);
				return world.list;
			},
			item: async (id, options) => {
				itemCalls.push(id);
				askers.push(options);
				return world.item;
			},
		}),
		keyCheck: floor<KeyCheck>({
			check: async (asker) => {
				askers.push(asker);
				return world.key;
			},
			report: (problem) => void reported.push(problem),
		}),
		clock,
		random: () => random,
		limits: floor<Limits>({
			async take(scope, id) {
				taken.push(`${scope} ${id}`);
				return world.retryAt;
			},
		}),
		logger: {
			info: (value: RefreshedItems) => void refreshes.push({ ok: true, value }),
			warn: (result: { failure: MarketplaceFailure }) => void refreshes.push({ ok: false, ...result }),
		},
	});
	return { clock, world, catalog, taken, listCalls, itemCalls, askers, refreshes, reported };
};

import { describe, expect, it } from 'vitest';
import type { CallOptions } from '../../src/marketplace/caller.js';
import type { RefreshResult } from '../../src/marketplace/catalog.js';
import { createCatalog } from '../../src/marketplace/catalog.js';
import type { ItemList } from '../../src/marketplace/endpoints.js';
import type { KeyProblem } from '../../src/marketplace/key-check.js';
import type { MarketplaceFailure, MarketplaceResult } from '../../src/marketplace/result.js';
import type { Account, Item, ListedItem } from '../../src/marketplace/schemas.js';
import { accountSchema, itemSchema } from '../../src/marketplace/schemas.js';
import { FakeClock } from './fake-clock.js';
import { packedFrom } from './packed-from.js';
import { sampleAccount } from './samples.js';

const minute = 60_000;
const item = (id: number, name = `Item ${id}`): Item => itemSchema.parse({ id, name });
/** What lists have of it. */
const listed = (...of: Parameters<typeof item>): ListedItem => {
	const { id, name, category, price, currency, publishedAt } = item(...of);
	return { id, name, category, price, currency, publishedAt };
};
const listOf = (...items: Item[]): MarketplaceResult<ItemList> => ({
	ok: true,
	value: { items: packedFrom(items), skipped: 0 },
});
const failed = (failure: MarketplaceFailure) => ({ ok: false, failure }) as const;
const down = failed({ kind: 'unavailable', reason: 'HTTP 500' });
const noItems = failed({ kind: 'no-items' });
const goodKey: MarketplaceResult<Account> = { ok: true, value: accountSchema.parse(sampleAccount) };

const setUp = (random = 0.5) => {
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
	const refreshes: RefreshResult[] = [];
	const reported: KeyProblem[] = [];
	const catalog = createCatalog({
		client: {
			allItems: async (options) => {
				listCalls.push(options);
				await held;
				return world.list;
			},
			item: async (id) => {
				itemCalls.push(id);
				return world.item;
			},
		},
		keyCheck: { check: async () => world.key, report: (problem) => reported.push(problem) },
		clock,
		random: () => random,
		onRefresh: (result) => refreshes.push(result),
	});
	return { clock, world, catalog, listCalls, itemCalls, refreshes, reported, hold, release: () => release() };
};

describe('the items in memory', () => {
	it('are none while they are loaded for the first time', () => {
		const { catalog } = setUp();
		expect(catalog.snapshot()).toEqual({ items: [], state: 'loading' });
		expect([catalog.get(1), catalog.suggest('')]).toEqual([undefined, []]);
	});

	it('are there after a refresh: sorted, by id and by what is typed', async () => {
		const { clock, world, catalog } = setUp();
		world.list = listOf(item(1, 'Zeta'), item(2, 'Alpha'));
		expect(await catalog.refresh()).toEqual({ ok: true, value: { items: 2, skipped: 0 } });
		expect(catalog.snapshot()).toEqual({
			items: [listed(2, 'Alpha'), listed(1, 'Zeta')],
			loadedAt: clock.now(),
			state: 'ready',
		});
		expect(catalog.get(1)?.name).toBe('Zeta');
		expect(catalog.suggest('alp')).toEqual([listed(2, 'Alpha')]);
	});

	it('stay as they are when a refresh fails, and are called stale', async () => {
		const { clock, world, catalog } = setUp();
		await catalog.refresh();
		const loadedAt = clock.now();
		world.list = down;
		await clock.advance(minute);
		expect(await catalog.refresh()).toEqual(down);
		expect(catalog.snapshot()).toEqual({ items: [listed(1)], loadedAt, state: 'stale' });
		world.list = listOf(item(2));
		await catalog.refresh();
		expect(catalog.snapshot().state).toBe('ready');
	});

	it('are empty, not broken, where the account has none', async () => {
		const { world, catalog } = setUp();
		world.list = noItems;
		expect(await catalog.refresh()).toEqual({ ok: true, value: { items: 0, skipped: 0 } });
		expect(catalog.snapshot()).toMatchObject({ items: [], state: 'empty' });
	});

	it('are still known to be none after a failure', async () => {
		const { world, catalog } = setUp();
		world.list = noItems;
		await catalog.refresh();
		world.list = down;
		await catalog.refresh();
		expect(catalog.snapshot().state).toBe('empty');
	});

	it('are not lost to a key that was changed and is told the same as an account without items', async () => {
		const { world, catalog } = setUp();
		await catalog.refresh();
		world.list = noItems;
		world.key = failed({ kind: 'bad-key' });
		expect(await catalog.refresh()).toEqual(failed({ kind: 'bad-key' }));
		expect(catalog.snapshot()).toMatchObject({ items: [listed(1)], state: 'stale' });
	});

	it('don’t change under whoever is reading them', async () => {
		const { world, catalog } = setUp();
		await catalog.refresh();
		const { items } = catalog.snapshot();
		world.list = listOf(item(7));
		await catalog.refresh();
		expect(items).toEqual([listed(1)]);
	});
});

describe('refreshing', () => {
	it('is one call for all who ask at a time, in the background', async () => {
		const { catalog, listCalls, refreshes } = setUp();
		await Promise.all([catalog.refresh(), catalog.refresh(), catalog.refresh()]);
		expect(listCalls).toEqual([{ priority: 'background' }]);
		expect(refreshes).toHaveLength(1);
	});

	it.each([
		[0, 9],
		[0.5, 10],
		[1, 11],
	])('comes by itself, ten minutes later give or take one (chance %d: %d min)', async (random, minutes) => {
		const { clock, catalog, listCalls } = setUp(random);
		catalog.start();
		await clock.advance(minutes * minute - 1);
		expect(listCalls).toHaveLength(1);
		await clock.advance(1);
		expect(listCalls).toHaveLength(2);
	});

	it('is tried again sooner after a failure, and less often the longer it fails', async () => {
		const { clock, world, catalog, refreshes } = setUp(1);
		world.list = down;
		catalog.start();
		await clock.advance(0);
		const waits: number[] = [];
		for (let failure = 0; failure < 11; failure += 1) {
			waits.push(clock.pending[0] ?? 0);
			await clock.advance(clock.pending[0] ?? 0);
		}
		expect(waits.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
		expect(waits.at(-1)).toBe(10 * minute);
		world.list = listOf(item(1));
		await clock.advance(10 * minute);
		expect(refreshes.at(-1)).toMatchObject({ ok: true });
		expect(clock.pending).toEqual([11 * minute]);
	});

	it('waits at least as long as the marketplace asks', async () => {
		const { clock, world, catalog } = setUp(1);
		world.list = failed({ kind: 'rate-limited', retryAt: clock.now() + 45_000 });
		catalog.start();
		await clock.advance(0);
		expect(clock.pending).toEqual([47_000]);
	});

	it('ends with stop, gives up a call under way, and can be started again', async () => {
		const { clock, catalog, listCalls } = setUp();
		catalog.start();
		catalog.start();
		await clock.advance(0);
		expect(listCalls).toHaveLength(1);
		catalog.stop();
		expect(listCalls[0]?.signal?.aborted).toBe(true);
		expect(clock.pending).toEqual([]);
		catalog.start();
		await clock.advance(0);
		expect(listCalls).toHaveLength(2);
		catalog.stop();
	});

	it('is not planned again by a load that ends after stop', async () => {
		const { clock, catalog, refreshes, hold, release } = setUp();
		hold();
		catalog.start();
		catalog.stop();
		release();
		await clock.advance(0);
		expect(refreshes).toHaveLength(1);
		expect(clock.pending).toEqual([]);
	});

	it('tells the call which items are known, and keeps its lists where they are still the ones', async () => {
		const { clock, world, catalog, listCalls } = setUp();
		await catalog.refresh();
		const { items } = catalog.snapshot();
		await clock.advance(minute);
		await catalog.refresh();
		expect(catalog.snapshot()).toEqual({ items, loadedAt: clock.now(), state: 'ready' });
		expect(catalog.snapshot().items).toBe(items);
		expect(listCalls).toEqual([
			{ priority: 'background' },
			{ priority: 'background', known: world.list.ok && world.list.value.items },
		]);
	});

	it('reports a key that is refused', async () => {
		const { world, catalog, reported } = setUp();
		world.list = failed({ kind: 'bad-key' });
		await catalog.refresh();
		expect(reported).toEqual(['refused']);
	});
});

describe('finding an item', () => {
	it('takes it from memory where it is there', async () => {
		const { catalog, itemCalls } = setUp();
		await catalog.refresh();
		expect(await catalog.find(1)).toEqual({ ok: true, value: item(1) });
		expect(itemCalls).toEqual([]);
	});

	it('says from memory that there is none while the list is fresh, whichever ids are tried', async () => {
		const { world, catalog, itemCalls } = setUp();
		await catalog.refresh();
		expect(await catalog.find(99)).toEqual(failed({ kind: 'item-not-found' }));
		expect(itemCalls).toEqual([]);
		world.list = down;
		await catalog.refresh();
		world.item = { ok: true, value: item(99) };
		expect(await catalog.find(99)).toEqual({ ok: true, value: item(99) });
	});

	it('asks the marketplace by id otherwise, once for all who want it', async () => {
		const { clock, world, catalog, itemCalls } = setUp();
		world.item = { ok: true, value: item(99) };
		const found = await Promise.all([catalog.find(99), catalog.find(99)]);
		await clock.advance(59_999);
		expect([...found, await catalog.find(99)]).toEqual(Array(3).fill({ ok: true, value: item(99) }));
		expect(itemCalls).toEqual([99]);
	});

	it('remembers for a minute that there is none', async () => {
		const { clock, world, catalog, itemCalls } = setUp();
		expect(await catalog.find(5)).toEqual(failed({ kind: 'item-not-found' }));
		world.item = { ok: true, value: item(5) };
		expect(await catalog.find(5)).toEqual(failed({ kind: 'item-not-found' }));
		await clock.advance(minute);
		expect(await catalog.find(5)).toEqual({ ok: true, value: item(5) });
		expect(itemCalls).toEqual([5, 5]);
	});

	it('does not believe "not found" while the key is bad, and remembers no trouble', async () => {
		const { world, catalog } = setUp();
		world.key = failed({ kind: 'bad-key' });
		expect(await catalog.find(5)).toEqual(failed({ kind: 'bad-key' }));
		world.item = down;
		expect(await catalog.find(5)).toEqual(down);
		world.item = { ok: true, value: item(5) };
		expect(await catalog.find(5)).toEqual({ ok: true, value: item(5) });
	});

	it('forgets the oldest answer when somebody tries one id after the other', async () => {
		const { catalog, itemCalls } = setUp();
		for (let id = 1; id <= 1_001; id += 1) await catalog.find(id);
		await catalog.find(1_001);
		expect(itemCalls).toHaveLength(1_001);
		await catalog.find(1);
		expect(itemCalls.at(-1)).toBe(1);
	});
});

import { describe, expect, it } from 'vitest';
import { item, listed, listOf, memberId, minute, noItems, setUpCatalog } from './catalog-set-up.js';
import { down, failed } from './samples.js';

describe('the items in memory', () => {
	it('are available after a refresh: sorted, by id and by typed text', async () => {
		const { clock, world, catalog } = setUpCatalog();
		world.list = listOf(item(1, 'Zeta'), item(2, 'Alpha'));
		expect(await catalog.refresh()).toEqual({ ok: true, value: { items: 2, skipped: 0 } });
		expect(catalog.snapshot()).toEqual({
			items: [listed(2, 'Alpha'), listed(1, 'Zeta')],
			loadedAt: clock.now(),
			state: 'ready',
		});
		expect(catalog.get(1)?.name).toBe('Zeta');
		expect(catalog.suggest('alp', 25)).toEqual([listed(2, 'Alpha')]);
		const found = catalog.browse({ search: 'zeta', category: '-', order: 'name' });
		expect(found).toMatchObject({ items: [listed(1, 'Zeta')], total: 2 });
	});

	it('stay the same if a refresh fails, and count as stale; a refused key is reported', async () => {
		const { clock, world, catalog, reported } = setUpCatalog();
		await catalog.refresh();
		const loadedAt = clock.now();
		world.list = down;
		await clock.advance(minute);
		expect(await catalog.refresh()).toEqual(down);
		expect(catalog.snapshot()).toEqual({ items: [listed(1)], loadedAt, state: 'stale' });
		expect(reported).toEqual([]);
		world.list = failed({ kind: 'bad-key' });
		await catalog.refresh();
		expect(reported).toEqual(['refused']);
		world.list = listOf(item(2));
		await catalog.refresh();
		expect(catalog.snapshot().state).toBe('ready');
	});

	it('are kept if a changed key sees none, like that of an account without items', async () => {
		const { world, catalog, askers } = setUpCatalog();
		await catalog.refresh();
		world.list = noItems;
		world.key = failed({ kind: 'bad-key' });
		expect(await catalog.refresh()).toEqual(failed({ kind: 'bad-key' }));
		expect(askers).toEqual([{ priority: 'background' }]);
		expect(catalog.snapshot()).toMatchObject({ items: [listed(1)], state: 'stale' });
	});
});

describe('refreshing', () => {
	it.each([
		[0, 9],
		[0.5, 10],
		[1, 11],
	])('happens by itself after ten minutes, give or take one (chance %d: %d min)', async (random, minutes) => {
		const { clock, catalog, listCalls } = setUpCatalog(random);
		catalog.task.start();
		await clock.advance(minutes * minute - 1);
		expect(listCalls).toHaveLength(1);
		await clock.advance(1);
		expect(listCalls).toHaveLength(2);
	});

	it('is retried sooner after a failure, and less often the longer it fails', async () => {
		const { clock, world, catalog, refreshes } = setUpCatalog(1);
		world.list = down;
		catalog.task.start();
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
		const { clock, world, catalog } = setUpCatalog(1);
		world.list = failed({ kind: 'rate-limited', retryAt: clock.now() + 45_000 });
		catalog.task.start();
		await clock.advance(0);
		expect(clock.pending).toEqual([47_000]);
	});

	it('ends with stop, and aborts a call in flight', async () => {
		const { clock, catalog, listCalls } = setUpCatalog();
		catalog.task.start();
		await clock.advance(0);
		// Behind buyers.
		expect(listCalls).toMatchObject([{ priority: 'background' }]);
		void catalog.task.stop();
		expect(listCalls[0]?.signal?.aborted).toBe(true);
		await clock.advance(0);
		expect(clock.pending).toEqual([]);
	});
});

describe('finding an item', () => {
	it('answers from memory that there is none while the list is fresh, whichever ids are tried', async () => {
		const { world, catalog, itemCalls } = setUpCatalog();
		await catalog.refresh();
		expect(await catalog.find(99, memberId)).toEqual(failed({ kind: 'item-not-found' }));
		expect(itemCalls).toEqual([]);
		world.list = down;
		await catalog.refresh();
		world.item = { ok: true, value: item(99) };
		expect(await catalog.find(99, memberId)).toEqual({ ok: true, value: item(99) });
	});

	it('sends one request for all callers within ten minutes', async () => {
		const { clock, world, catalog, itemCalls } = setUpCatalog();
		world.item = { ok: true, value: item(99) };
		const found = await Promise.all([catalog.find(99, memberId), catalog.find(99, memberId)]);
		await clock.advance(10 * minute - 1);
		expect([...found, await catalog.find(99, memberId)]).toEqual(
			Array(3).fill({ ok: true, value: item(99) }),
		);
		expect(itemCalls).toEqual([99]);
		await clock.advance(1);
		await catalog.find(99, memberId);
		expect(itemCalls).toEqual([99, 99]);
	});

	it('remembers for a minute that there is none', async () => {
		const { clock, world, catalog, itemCalls, askers, reported } = setUpCatalog();
		expect(await catalog.find(5, memberId)).toEqual(failed({ kind: 'item-not-found' }));
		// Neither the request for the item nor the check of the key may delay a verification.
		expect(askers).toEqual([{ priority: 'background' }, { priority: 'background' }]);
		expect(reported).toEqual([]);
		world.item = { ok: true, value: item(5) };
		expect(await catalog.find(5, memberId)).toEqual(failed({ kind: 'item-not-found' }));
		await clock.advance(minute);
		expect(await catalog.find(5, memberId)).toEqual({ ok: true, value: item(5) });
		expect(itemCalls).toEqual([5, 5]);
	});

	it('does not believe "not found" while the key is bad, and remembers no failure', async () => {
		const { world, catalog } = setUpCatalog();
		world.key = failed({ kind: 'bad-key' });
		expect(await catalog.find(5, memberId)).toEqual(failed({ kind: 'bad-key' }));
		world.item = down;
		expect(await catalog.find(5, memberId)).toEqual(down);
		world.item = { ok: true, value: item(5) };
		expect(await catalog.find(5, memberId)).toEqual({ ok: true, value: item(5) });
	});

	it('forgets the oldest result if a member tries many ids', async () => {
		const { catalog, itemCalls } = setUpCatalog();
		for (let id = 1; id <= 300; id += 1) await catalog.find(id, memberId);
		await catalog.find(1, memberId);
		expect(itemCalls).toHaveLength(300);
		await catalog.find(301, memberId);
		await catalog.find(301, memberId);
		expect(itemCalls).toHaveLength(301);
		await catalog.find(1, memberId);
		expect(itemCalls.at(-1)).toBe(1);
	});
});

describe('an item that isn’t listed', () => {
	it.each(['loading', 'ready', 'empty', 'stale'] as const)(
		'counts toward the limit unless memory has the answer: %s',
		async (state) => {
			const { world, catalog, taken, itemCalls } = setUpCatalog();
			world.item = { ok: true, value: item(7) };
			if (state === 'empty') world.list = noItems;
			if (state !== 'loading') await catalog.refresh();
			world.list = down;
			// Items that are known to be none stay so after a failure.
			if (state === 'stale' || state === 'empty') await catalog.refresh();
			expect(catalog.snapshot().state).toBe(state);
			await catalog.find(1, memberId);
			await catalog.find(7, memberId);
			const counted = { loading: 2, ready: 0, empty: 2, stale: 1 }[state];
			expect(taken).toEqual(Array(counted).fill(`item ${memberId}`));
			world.retryAt = 1_234;
			const limited = failed({ kind: 'rate-limited', retryAt: 1_234 });
			const asked = itemCalls.length;
			if (counted > 0) expect(await catalog.find(8, memberId)).toEqual(limited);
			expect(itemCalls).toHaveLength(asked);
		},
	);
});

import { describe, expect, it } from 'vitest';
import { item, memberId, minute, noItems, setUpCatalog } from './catalog-set-up.js';
import { down, failed } from './samples.js';

describe('finding an item', () => {
	it('requests a listed item by id, with all of its fields', async () => {
		const { world, catalog, itemCalls } = setUpCatalog();
		await catalog.refresh();
		const whole = { ...item(1), description: 'Long' };
		world.item = { ok: true, value: whole };
		expect(await catalog.find(1, memberId)).toEqual({ ok: true, value: whole });
		expect(itemCalls).toEqual([1]);
	});

	it('says from memory that there is none while the list is fresh, whichever ids are tried', async () => {
		const { world, catalog, itemCalls } = setUpCatalog();
		await catalog.refresh();
		expect(await catalog.find(99, memberId)).toEqual(failed({ kind: 'item-not-found' }));
		expect(itemCalls).toEqual([]);
		world.list = down;
		await catalog.refresh();
		world.item = { ok: true, value: item(99) };
		expect(await catalog.find(99, memberId)).toEqual({ ok: true, value: item(99) });
	});

	it('sends one request for all who want it within ten minutes', async () => {
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
		// Never in the way of a verification: neither the item nor whether the key is good.
		expect(askers).toEqual([{ priority: 'background' }, { priority: 'background' }]);
		expect(reported).toEqual([]);
		world.item = { ok: true, value: item(5) };
		expect(await catalog.find(5, memberId)).toEqual(failed({ kind: 'item-not-found' }));
		await clock.advance(minute);
		expect(await catalog.find(5, memberId)).toEqual({ ok: true, value: item(5) });
		expect(itemCalls).toEqual([5, 5]);
	});

	it('does not believe "not found" while the key is bad, and remembers no trouble', async () => {
		const { world, catalog } = setUpCatalog();
		world.key = failed({ kind: 'bad-key' });
		expect(await catalog.find(5, memberId)).toEqual(failed({ kind: 'bad-key' }));
		world.item = down;
		expect(await catalog.find(5, memberId)).toEqual(down);
		world.item = { ok: true, value: item(5) };
		expect(await catalog.find(5, memberId)).toEqual({ ok: true, value: item(5) });
	});

	it('forgets the oldest answer when a member tries one id after the other', async () => {
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
		'is counted if memory doesn’t know better: %s',
		async (state) => {
			const { world, catalog, taken, itemCalls } = setUpCatalog();
			world.item = { ok: true, value: item(7) };
			if (state === 'empty') world.list = noItems;
			if (state !== 'loading') await catalog.refresh();
			world.list = down;
			if (state === 'stale') await catalog.refresh();
			expect(catalog.snapshot().state).toBe(state);
			await catalog.find(1, memberId);
			await catalog.find(7, memberId);
			const counted = { loading: 2, ready: 0, empty: 0, stale: 1 }[state];
			expect(taken).toEqual(Array(counted).fill(`item ${memberId}`));
			world.retryAt = 1_234;
			const limited = failed({ kind: 'rate-limited', retryAt: 1_234 });
			const asked = itemCalls.length;
			if (counted > 0) expect(await catalog.find(8, memberId)).toEqual(limited);
			expect(itemCalls).toHaveLength(asked);
		},
	);
});

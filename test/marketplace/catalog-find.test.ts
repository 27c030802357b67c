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

const foundItem = { ok: true, value: item(7) } as const;

/** A catalogue in one of its states, and a marketplace that has item 7 by its id. */
async function setUpIn(state: 'loading' | 'ready' | 'empty' | 'stale') {
	const set = setUpCatalog();
	set.world.item = foundItem;
	if (state === 'empty') set.world.list = noItems;
	if (state !== 'loading') await set.catalog.refresh();
	if (state === 'stale') {
		set.world.list = down;
		await set.catalog.refresh();
	}
	expect(set.catalog.snapshot().state).toBe(state);
	return set;
}

it.each(['loading', 'stale'] as const)(
	'counts an item that is asked for while the list is %s',
	async (state) => {
		const { catalog, taken } = await setUpIn(state);
		expect(await catalog.find(7, memberId)).toEqual(foundItem);
		expect(taken).toEqual([`item ${memberId}`]);
	},
);

it('refuses it with the time to ask again where the member has asked for too many', async () => {
	const { catalog, world, itemCalls } = await setUpIn('stale');
	world.retryAt = 1_234;
	expect(await catalog.find(7, memberId)).toEqual(failed({ kind: 'rate-limited', retryAt: 1_234 }));
	expect(itemCalls).toEqual([]);
});

it.each([
	['ready', 7],
	['empty', 7],
	['stale', 1],
] as const)('counts nothing where memory has the answer: list %s, item %d', async (state, id) => {
	const { catalog, world, taken } = await setUpIn(state);
	world.retryAt = 1_234;
	await catalog.find(id, memberId);
	expect(taken).toEqual([]);
});

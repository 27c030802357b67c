import { expect, it } from 'vitest';
import { down, failed, item, memberId, noItems, setUpCatalog } from './catalog-set-up.js';

const foundItem = { ok: true, value: item(7) } as const;

/** A catalogue in one of its states, and a marketplace that has item 7 by its id. */
async function setUp(state: 'loading' | 'ready' | 'empty' | 'stale') {
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
		const { catalog, taken } = await setUp(state);
		expect(await catalog.find(7, memberId)).toEqual(foundItem);
		expect(taken).toEqual([`item ${memberId}`]);
	},
);

it('refuses it with the time to ask again where the member has asked for too many', async () => {
	const { catalog, world, itemCalls } = await setUp('stale');
	world.retryAt = 1_234;
	expect(await catalog.find(7, memberId)).toEqual(failed({ kind: 'rate-limited', retryAt: 1_234 }));
	expect(itemCalls).toEqual([]);
});

it.each([
	['ready', 7],
	['empty', 7],
	['stale', 1],
] as const)('counts nothing where memory has the answer: list %s, item %d', async (state, id) => {
	const { catalog, world, taken } = await setUp(state);
	world.retryAt = 1_234;
	await catalog.find(id, memberId);
	expect(taken).toEqual([]);
});

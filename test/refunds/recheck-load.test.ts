import { expect, it } from 'vitest';
import { keepLoad, readLoad } from '../../src/refunds/recheck-load.js';
import { compareAndSet } from '../../src/storage/update.js';
import { memoryStore } from '../roles/memory-store.js';

const load = { purchases: 5, due: 4, overdue: 3, neededADay: 2, possibleADay: 1 };

it('the work of the checks is known to every process once one has counted it, and replaced by the next count', async () => {
	const store = memoryStore();
	expect(await readLoad(store)).toBeUndefined();
	await keepLoad(store, load);
	expect(await readLoad(store)).toMatchObject(load);
	await keepLoad(store, { ...load, due: 40 });
	expect(await readLoad(store)).toMatchObject({ ...load, due: 40 });
});

it('a count of another form is none', async () => {
	const store = memoryStore();
	await keepLoad(store, load);
	const [key = ''] = store.keys();
	await compareAndSet(store, key, await store.get(key), { v: 2 });
	expect(await readLoad(store)).toBeUndefined();
});

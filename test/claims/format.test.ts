import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bringToFormat, type Migration } from '../../src/claims/format.js';
import { StoreRefusedError } from '../../src/errors.js';
import type { Store } from '../../src/storage/store.js';
import { allBackEnds, type TestPlace } from '../storage/back-ends.js';

const [sqlite] = await allBackEnds();

describe('the format of a store', () => {
	let place: TestPlace;
	let store: Store;

	beforeEach(async () => {
		if (sqlite === undefined) throw new Error('There is no back end');
		place = await sqlite.makePlace();
		store = await place.open();
	});
	afterEach(async () => {
		await store.close();
		await place.remove();
	});

	it('is noted in a fresh store', async () => {
		await bringToFormat(store, 3, {});
		expect(await store.get('meta:format')).toEqual({ format: 3 });
		await bringToFormat(store, 3, {});
	});

	it('is brought up step by step', async () => {
		await bringToFormat(store, 1, {});
		const ran: number[] = [];
		const step =
			(n: number): Migration =>
			async () => {
				ran.push(n);
			};
		await bringToFormat(store, 3, { 1: step(1), 2: step(2) });
		await bringToFormat(store, 3, { 1: step(1), 2: step(2) });
		expect(ran).toEqual([1, 2]);
		expect(await store.get('meta:format')).toEqual({ format: 3 });
	});

	it('repeats a step that was killed in the middle', async () => {
		await bringToFormat(store, 1, {});
		let runs = 0;
		const step: Migration = async () => {
			runs += 1;
			if (runs === 1) throw new Error('killed here');
		};
		await expect(bringToFormat(store, 2, { 1: step })).rejects.toThrow('killed here');
		expect(await store.get('meta:format')).toEqual({ format: 1 });
		await bringToFormat(store, 2, { 1: step });
		expect(runs).toBe(2);
	});

	it('of a newer version is refused', async () => {
		await bringToFormat(store, 3, {});
		await expect(bringToFormat(store, 2, {})).rejects.toThrow(StoreRefusedError);
		expect(await store.get('meta:format')).toEqual({ format: 3 });
	});

	it('that cannot be read is refused', async () => {
		await store.compareAndSet('meta:format', undefined, { format: 'one' });
		await expect(bringToFormat(store)).rejects.toThrow(StoreRefusedError);
	});
});

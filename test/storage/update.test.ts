import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { memoryRows } from '../../src/storage/memory-rows.js';
import { update } from '../../src/storage/update.js';

describe('update', () => {
	it('swaps the value for what the change makes of it, and hands its result back', async () => {
		const store = memoryRows();
		expect(await update(store, 'n', (current) => ({ next: [current], result: 'done' }))).toBe('done');
		expect(await store.get('n')).toEqual([undefined]);
	});

	it('leaves the value alone without a next, and removes it where next is undefined', async () => {
		const store = memoryRows();
		await store.compareAndSet('n', undefined, 1);
		await update(store, 'n', () => ({ result: undefined }));
		expect(await store.get('n')).toBe(1);
		await update(store, 'n', () => ({ next: undefined, result: undefined }));
		expect(await store.get('n')).toBeUndefined();
	});

	it('asks again where another write came in between', async () => {
		const store = memoryRows();
		let rivals = 2;
		await update(
			{
				get: (key) => store.get(key),
				compareAndSet: async (key, expected, next) => {
					if (rivals > 0) {
						rivals -= 1;
						await store.compareAndSet(key, expected, { by: 'a rival', rivals });
					}
					return await store.compareAndSet(key, expected, next);
				},
			},
			'n',
			(current) => ({ next: { seen: current }, result: undefined }),
		);
		expect(await store.get('n')).toEqual({ seen: { by: 'a rival', rivals: 0 } });
	});

	it('gives up on a row that no swap matches', async () => {
		const store = { get: async () => ({ n: 1 }), compareAndSet: async () => false };
		await expect(update(store, 'n', () => ({ next: 2, result: undefined }))).rejects.toThrow(
			StoreUnavailableError,
		);
	});
});

import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { memoryRows } from '../../src/storage/memory-rows.js';
import { compareAndSet, update } from '../../src/storage/update.js';
import { onCommit } from './on-commit.js';
import { put } from './put.js';

describe('update', () => {
	it('swaps the value for what the change makes of it, and hands its result back', async () => {
		const store = memoryRows();
		expect(await update(store, 'n', (current) => ({ next: [current ?? 'none'], result: 'done' }))).toBe(
			'done',
		);
		expect(await store.get('n')).toEqual(['none']);
	});

	it('leaves the value alone without a next, and removes it where next is undefined', async () => {
		const store = memoryRows();
		await compareAndSet(store, 'n', undefined, 1);
		await update(store, 'n', () => ({ result: undefined }));
		expect(await store.get('n')).toBe(1);
		await update(store, 'n', () => ({ next: undefined, result: undefined }));
		expect(await store.get('n')).toBeUndefined();
	});

	it.each([
		[2, { seen: { rivals: 2 } }],
		[1_000, { rivals: 1_000 }],
	])('runs again after each other write, and gives up at last: %i', async (most, expected) => {
		const rows = memoryRows();
		let rivals = 0;
		const store = onCommit(rows, {
			before: async () => {
				if (rivals === most) return;
				rivals += 1;
				await put(rows, 'n', { rivals });
			},
		});
		const outcome = await update(store, 'n', (current) => ({
			next: { seen: current },
			result: 'made',
		})).catch((error: unknown) => error);
		if (most < 1_000) expect(outcome).toBe('made');
		else expect(outcome).toBeInstanceOf(StoreUnavailableError);
		expect(await rows.get('n')).toEqual(expected);
	});
});

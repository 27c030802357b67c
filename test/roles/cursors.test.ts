import { describe, expect, it } from 'vitest';
import { driftCursor, supportCursor } from '../../src/roles/cursors.js';
import { sliceOf, wholeBot } from '../../src/sharding/slice.js';
import { memoryStore } from './memory-store.js';

const quarter = sliceOf('0-3/16') ?? wholeBot;

describe('how far the ends of support have been followed', () => {
	it('is nowhere at first, and is known to the next process', async () => {
		const store = memoryStore();
		expect(await supportCursor(store).get()).toBeUndefined();
		await supportCursor(store).set(1_000);
		await supportCursor(store).set(2_000);
		expect(await supportCursor(store).get()).toBe(2_000);
	});

	it('is read as earlier versions have stored it, and is nowhere where the row is damaged', async () => {
		const store = memoryStore();
		await store.compareAndSet('reconciler:support-ended-until', undefined, { v: 1, until: 5 });
		expect(await supportCursor(store).get()).toBe(5);
		await store.compareAndSet('reconciler:support-ended-until', { v: 1, until: 5 }, { v: 1 });
		expect(await supportCursor(store).get()).toBeUndefined();
	});
});

describe('how far the look at everybody has come', () => {
	it('is known to the next process, until the round is over', async () => {
		const store = memoryStore();
		expect(await driftCursor(store, wholeBot).get()).toBeUndefined();
		await driftCursor(store, wholeBot).set('1');
		await driftCursor(store, wholeBot).set('2');
		expect(await driftCursor(store, wholeBot).get()).toBe('2');
		await driftCursor(store, wholeBot).set(undefined);
		expect(await driftCursor(store, wholeBot).get()).toBeUndefined();
		expect(store.keys()).toEqual([]);
	});

	it('is read as earlier versions have stored it, and begins anew where the row is damaged', async () => {
		const store = memoryStore();
		await store.compareAndSet('reconciler:drift', undefined, { v: 1, after: '7' });
		await store.compareAndSet('reconciler:drift:0-3/16', undefined, { v: 1, after: '8' });
		expect(await driftCursor(store, wholeBot).get()).toBe('7');
		expect(await driftCursor(store, quarter).get()).toBe('8');
		await store.compareAndSet('reconciler:drift', { v: 1, after: '7' }, { v: 1 });
		expect(await driftCursor(store, wholeBot).get()).toBeUndefined();
	});

	it('is each process’ own where several share the servers', async () => {
		const store = memoryStore();
		await driftCursor(store, quarter).set('1');
		await driftCursor(store, sliceOf('4-7/16') ?? wholeBot).set('2');
		expect(await driftCursor(store, quarter).get()).toBe('1');
		expect(await driftCursor(store, wholeBot).get()).toBeUndefined();
	});
});

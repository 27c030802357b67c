import { describe, expect, it } from 'vitest';
import { DriftCursor, SupportCursor } from '../../src/roles/cursors.js';
import { compareAndSet } from '../../src/storage/update.js';
import { memoryStore } from './memory-store.js';

describe('how far the ends of support have been followed', () => {
	it('is nowhere at first, and is known to the next process', async () => {
		const store = memoryStore();
		expect(await new SupportCursor(store).read()).toBeUndefined();
		await new SupportCursor(store).save(1_000);
		await new SupportCursor(store).save(2_000);
		expect(await new SupportCursor(store).read()).toBe(2_000);
	});

	it('is read as earlier versions have stored it, and is nowhere where the row is damaged', async () => {
		const store = memoryStore();
		await compareAndSet(store, 'reconciler:support-ended-until', undefined, { v: 1, until: 5 });
		expect(await new SupportCursor(store).read()).toBe(5);
		await compareAndSet(store, 'reconciler:support-ended-until', { v: 1, until: 5 }, { v: 1 });
		expect(await new SupportCursor(store).read()).toBeUndefined();
	});
});

describe('the progress of the look at all members', () => {
	it('is known to the next process, until the round is over', async () => {
		const store = memoryStore();
		expect(await new DriftCursor(store).read()).toBeUndefined();
		await new DriftCursor(store).save('1');
		await new DriftCursor(store).save('2');
		expect(await new DriftCursor(store).read()).toBe('2');
		await new DriftCursor(store).save(undefined);
		expect(await new DriftCursor(store).read()).toBeUndefined();
		expect(store.keys()).toEqual([]);
	});

	it('is read as earlier versions have stored it, and begins anew where the row is damaged', async () => {
		const store = memoryStore();
		await compareAndSet(store, 'reconciler:drift', undefined, { v: 1, after: '7' });
		expect(await new DriftCursor(store).read()).toBe('7');
		await compareAndSet(store, 'reconciler:drift', { v: 1, after: '7' }, { v: 1 });
		expect(await new DriftCursor(store).read()).toBeUndefined();
	});
});

import { describe, expect, it } from 'vitest';
import { ProcessHeartbeats, readDivision } from '../../src/sharding/process-heartbeats.js';
import { memoryStore } from '../roles/memory-store.js';

const minute = 60_000;

function setUp() {
	const clock = { now: 1_000_000 };
	const store = memoryStore();
	/** A process that starts now. */
	const start = async (processId: string, name: string): Promise<ProcessHeartbeats> => {
		const notes = new ProcessHeartbeats({
			store,
			slice: { toString: () => name },
			processId,
			clock: { now: () => clock.now },
		});
		await notes.note();
		return notes;
	};
	return { clock, store, start, division: () => readDivision(store, clock.now) };
}

describe('the processes that run', () => {
	it('divide the shards well where each has its own', async () => {
		const { start, division } = setUp();
		await start('a', '0-1/4');
		await start('b', '2-3/4');
		expect(await division()).toEqual({
			slices: ['0-1/4', '2-3/4'],
			isMixed: false,
			missing: [],
			doubled: [],
		});
	});

	it('leave shards without a process: one that has ended, or that has not been heard of for minutes', async () => {
		const { clock, start, division } = setUp();
		const first = await start('a', '0/2');
		const second = await start('b', '1/2');
		await second.remove();
		expect(await division()).toMatchObject({ missing: [1] });
		await start('b', '1/2');
		clock.now += 2 * minute;
		await first.note();
		clock.now += 2 * minute;
		expect(await division()).toMatchObject({ missing: [1], slices: ['0/2'] });
	});

	it('may overlap for a replacement, and not for longer', async () => {
		const { clock, start, division } = setUp();
		const old = await start('a', '0/1');
		clock.now += 60 * minute;
		await old.note();
		const young = await start('b', '0/1');
		expect(await division()).toMatchObject({ doubled: [] });
		clock.now += 11 * minute;
		await old.note();
		await young.note();
		expect(await division()).toMatchObject({ doubled: [0] });
	});

	it('don’t fit together where they count differently, or one has all', async () => {
		const { start, division } = setUp();
		await start('a', '0-1/4');
		expect(await division()).toMatchObject({ isMixed: false, missing: [2, 3] });
		const whole = await start('b', 'auto');
		expect(await division()).toMatchObject({ isMixed: true, missing: [] });
		await whole.remove();
		await start('c', '0-1/8');
		expect(await division()).toMatchObject({ isMixed: true });
	});

	it('run also where their clock is ahead of this one, and leave no rows behind for ever', async () => {
		const { clock, store, start, division } = setUp();
		clock.now += minute;
		await start('a', '0/1');
		clock.now -= minute;
		expect(await division()).toMatchObject({ slices: ['0/1'], missing: [] });
		clock.now += 10 * minute;
		const other = await start('b', '0/1');
		await other.prune();
		expect(store.keys()).toEqual(['slice:b']);
	});
});

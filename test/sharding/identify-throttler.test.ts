import { describe, expect, it } from 'vitest';
import { IdentifyThrottler } from '../../src/sharding/identify-throttler.js';
import type { ValueStore } from '../../src/storage/update.js';
import { memoryStore } from '../roles/memory-store.js';

/** Processes that share a store and a clock, which moves while one of them waits. */
function setUp({ maxConcurrency = 1, shards = 1 } = {}) {
	const clock = { now: 1_000_000 };
	const store = memoryStore();
	const errors: unknown[] = [];
	/** Discord's further data. */
	const left = { remaining: 1_000, resetAfterMs: dayMs, exhaustedMs: 0 };
	const waits: number[] = [];
	const process = (its: ValueStore = store) =>
		new IdentifyThrottler({
			store: its,
			gateway: { allowance: async () => ({ ...left, maxConcurrency, shards }) },
			clock: {
				now: () => clock.now,
				delay: async (ms) => {
					waits.push(ms);
					clock.now += ms;
					left.exhaustedMs = 0;
				},
			},
			logger: {
				warn: (fields: object) => errors.push('err' in fields ? fields.err : 'exhausted'),
				debug: () => {},
			},
		});
	/** When a shard's turn came, in milliseconds after the start. */
	const turn = async (turns: IdentifyThrottler, shard: number): Promise<number> => {
		await turns.waitForIdentify(shard, new AbortController().signal);
		return clock.now - 1_000_000;
	};
	return { clock, store, errors, left, waits, process, turn };
}

const dayMs = 24 * 60 * 60_000;

describe('the turns to identify', () => {
	it('come one after the other, over all processes', async () => {
		const { process, turn } = setUp();
		const [one, two] = [process(), process()];
		expect(await turn(one, 0)).toBe(0);
		expect(await turn(two, 1)).toBe(5_500);
		expect(await turn(one, 2)).toBe(11_000);
	});

	it('come concurrently for as many as Discord allows', async () => {
		const { process, turn } = setUp({ maxConcurrency: 2 });
		const [one, two] = [process(), process()];
		expect(await turn(one, 0)).toBe(0);
		expect(await turn(two, 1)).toBe(0);
		expect(await turn(two, 2)).toBe(5_500);
	});

	it('are not waited for if the clock of the process before was ahead', async () => {
		const { clock, process, turn } = setUp();
		clock.now += 3_600_000;
		await turn(process(), 0);
		clock.now -= 3_600_000;
		expect(await turn(process(), 0)).toBe(0);
	});

	it('are taken regardless if the store fails', async () => {
		const { errors, process, turn } = setUp();
		const unavailable = async (): Promise<never> => {
			throw new Error('gone');
		};
		expect(await turn(process({ get: unavailable, compareAndSet: unavailable }), 0)).toBe(0);
		expect(errors).toHaveLength(1);
	});

	it('are given up when the process ends', async () => {
		const { process, turn } = setUp();
		const turns = process();
		await turn(turns, 0);
		const ending = AbortSignal.abort(new Error('the end'));
		await expect(turns.waitForIdentify(0, ending)).rejects.toThrow('the end');
	});

	it('are not taken for a connection that closes meanwhile', async () => {
		const { process, turn, clock } = setUp();
		const closing = new AbortController();
		const turns = new IdentifyThrottler({
			store: memoryStore(),
			gateway: {
				async allowance() {
					closing.abort(new Error('closed'));
					throw new Error('Discord does not answer');
				},
			},
			clock: { now: () => clock.now, delay: async () => {} },
			logger: { warn: () => {}, debug: () => {} },
		});
		await expect(turns.waitForIdentify(0, closing.signal)).rejects.toThrow('closed');
		expect(await turn(process(), 0)).toBe(0);
	});
});

describe('a shard whose sessions end one after the other', () => {
	it('identifies a few times in its turn, then more and more rarely', async () => {
		const { process, turn } = setUp();
		const turns = process();
		const times: number[] = [];
		for (let number = 0; number < 9; number += 1) times.push((await turn(turns, 0)) / 1_000);
		expect(times).toEqual([0, 5.5, 11, 16.5, 27.5, 49.5, 93.5, 181.5, 357.5]);
	});

	it.each([1, 16])(
		'leaves a third of the identifies of a day to restarts, with %i shards',
		async (shards) => {
			const { clock, process, turn } = setUp({ shards });
			const turns = process();
			const until = clock.now + dayMs;
			let count = 0;
			for (; clock.now < until; count += 1) await turn(turns, 0);
			expect(count * shards).toBeLessThan(667);
			expect(count * shards).toBeGreaterThan(400);
		},
	);

	it('spreads what is left over the rest of the day', async () => {
		const { clock, left, process, turn } = setUp();
		const turns = process();
		const until = clock.now + dayMs;
		left.remaining = 100;
		for (; clock.now < until && left.remaining > 0; left.remaining -= 1) {
			await turn(turns, 0);
			left.resetAfterMs = until - clock.now;
		}
		expect(left.remaining).toBeGreaterThan(0);
	});

	it('identifies in its turn again after an hour in which none had to be made', async () => {
		const { clock, process, turn } = setUp();
		const turns = process();
		for (let number = 0; number < 9; number += 1) await turn(turns, 0);
		clock.now += 60 * 60_000;
		const begunAt = await turn(turns, 0);
		expect((await turn(turns, 0)) - begunAt).toBe(5_500);
	});

	it('does not wait for a moment that a clock set back has made far', async () => {
		const { clock, process, turn } = setUp();
		const turns = process();
		for (let number = 0; number < 9; number += 1) await turn(turns, 0);
		clock.now -= dayMs;
		const begunAt = clock.now - 1_000_000;
		expect(await turn(turns, 0)).toBe(begunAt);
	});

	it('waits until Discord counts anew, and asks again now and then', async () => {
		const { errors, left, waits, process, turn } = setUp();
		left.exhaustedMs = 20 * 60_000;
		left.remaining = 0;
		await turn(process(), 0);
		expect(waits).toEqual([15 * 60_000]);
		expect(errors).toEqual(['exhausted']);
	});
});

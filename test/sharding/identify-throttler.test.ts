import { describe, expect, it } from 'vitest';
import { IdentifyTurns } from '../../src/sharding/identify-throttler.js';
import type { ValueStore } from '../../src/storage/update.js';
import { memoryStore } from '../roles/memory-store.js';

/** Processes that share a store and a clock, which moves while somebody waits. */
function setUp(maxConcurrency = 1) {
	const clock = { now: 1_000_000 };
	const store = memoryStore();
	const errors: unknown[] = [];
	const process = (its: ValueStore = store) =>
		new IdentifyTurns({
			store: its,
			maxConcurrency: async () => maxConcurrency,
			now: () => clock.now,
			delay: async (ms) => {
				clock.now += ms;
			},
			onError: (error) => errors.push(error),
		});
	/** When a shard's turn came, in milliseconds after the start. */
	const turn = async (turns: IdentifyTurns, shard: number): Promise<number> => {
		await turns.waitForIdentify(shard, new AbortController().signal);
		return clock.now - 1_000_000;
	};
	return { clock, store, errors, process, turn };
}

describe('the turns to identify', () => {
	it('come one after the other, over all processes', async () => {
		const { process, turn } = setUp();
		const [one, two] = [process(), process()];
		expect(await turn(one, 0)).toBe(0);
		expect(await turn(two, 1)).toBe(5_500);
		expect(await turn(one, 2)).toBe(11_000);
	});

	it('come at once for as many as Discord allows', async () => {
		const { process, turn } = setUp(2);
		const [one, two] = [process(), process()];
		expect(await turn(one, 0)).toBe(0);
		expect(await turn(two, 1)).toBe(0);
		expect(await turn(two, 2)).toBe(5_500);
	});

	it('are not waited for where the clock of whoever came before was ahead', async () => {
		const { clock, process, turn } = setUp();
		clock.now += 3_600_000;
		await turn(process(), 0);
		clock.now -= 3_600_000;
		expect(await turn(process(), 0)).toBe(0);
	});

	it('are taken unseen where the store is gone', async () => {
		const { errors, process, turn } = setUp();
		const gone = async (): Promise<never> => {
			throw new Error('gone');
		};
		expect(await turn(process({ get: gone, compareAndSet: gone }), 0)).toBe(0);
		expect(errors).toHaveLength(1);
	});

	it('are given up when the process ends', async () => {
		const { process, turn } = setUp();
		const turns = process();
		await turn(turns, 0);
		const ending = AbortSignal.abort(new Error('the end'));
		await expect(turns.waitForIdentify(0, ending)).rejects.toThrow('the end');
	});
});

import { describe, expect, it } from 'vitest';
import { checkedGateway, identifyTurns } from '../../../src/discord/connection/identify-turns.js';

const dayMs = 24 * 60 * 60_000;
const { signal } = new AbortController();

/** Turns on a clock that advances while a shard waits. */
function setUp({ shards = 1 } = {}) {
	const clock = { now: 1_000_000 };
	const errors: unknown[] = [];
	const limit = { remaining: 1_000, reset_after: dayMs, max_concurrency: 1 };
	const waits: number[] = [];
	const turns = identifyTurns(
		async () => ({ shards, session_start_limit: limit }),
		{
			now: () => clock.now,
			delay: async (ms) => {
				waits.push(ms);
				clock.now += ms;
				limit.remaining = Math.max(1, limit.remaining);
			},
		},
		{
			warn: (fields: object) => errors.push('err' in fields ? fields.err : 'exhausted'),
			debug: () => {},
		},
	);
	/** The time of a shard's turn, in milliseconds after the start. */
	const turn = async (shard: number): Promise<number> => {
		await turns.waitForIdentify(shard, signal);
		return clock.now - 1_000_000;
	};
	return { clock, turns, errors, limit, waits, turn };
}

describe('turns to identify', () => {
	it('come after those of other shards', async () => {
		const { turn } = setUp({ shards: 3 });
		await Promise.all([turn(0), turn(1)]);
		expect(await turn(2)).toBe(11_000);
	});

	it('are given up when the process stops', async () => {
		const { turns, turn } = setUp();
		await turn(0);
		const ended = AbortSignal.abort(new Error('the end'));
		await expect(turns.waitForIdentify(0, ended)).rejects.toThrow('the end');
	});

	it('aren’t used for a connection that closes meanwhile, and come even if Discord does not respond', async () => {
		const closing = new AbortController();
		const errors: unknown[] = [];
		const ask = async () => {
			closing.abort(new Error('closed'));
			throw new Error('Discord does not answer');
		};
		const turns = identifyTurns(
			ask,
			{ now: () => 1_000_000, delay: async () => expect.unreachable('the turn was taken') },
			{ warn: (fields: object) => errors.push(fields), debug: () => {} },
		);
		await expect(turns.waitForIdentify(0, closing.signal)).rejects.toThrow('closed');
		await turns.waitForIdentify(0, signal);
		expect(errors).toHaveLength(1);
	});
});

describe('a shard that keeps losing its session', () => {
	it('identifies a few times in its turn, then less and less often', async () => {
		const { turn } = setUp();
		const times: number[] = [];
		for (let number = 0; number < 9; number += 1) times.push((await turn(0)) / 1_000);
		expect(times).toEqual([0, 5.5, 11, 16.5, 27.5, 49.5, 93.5, 181.5, 357.5]);
	});

	it.each([1, 16])('leaves a third of the daily identifies to restarts, with %i shards', async (shards) => {
		const { clock, turn } = setUp({ shards });
		const until = clock.now + dayMs;
		let count = 0;
		for (; clock.now < until; count += 1) await turn(0);
		expect(count).toBeLessThan(667);
		expect(count).toBeGreaterThan(400);
	});

	it('spreads the remaining identifies over the rest of the day', async () => {
		const { clock, limit, turn } = setUp();
		const until = clock.now + dayMs;
		limit.remaining = 100;
		let count = 0;
		for (; clock.now < until && limit.remaining > 0; limit.remaining -= 1) {
			await turn(0);
			count += 1;
			limit.reset_after = Math.max(0, until - clock.now);
		}
		expect(count).toBeLessThan(100);
	});

	it('identifies in its turn again after an hour without identifying', async () => {
		const { clock, turn } = setUp();
		for (let number = 0; number < 9; number += 1) await turn(0);
		clock.now += 60 * 60_000;
		const begunAt = await turn(0);
		expect((await turn(0)) - begunAt).toBe(5_500);
	});

	it('waits until Discord resets the limit, and asks again now and then', async () => {
		const { errors, limit, waits, turn } = setUp();
		limit.remaining = 0;
		limit.reset_after = 20 * 60_000;
		await turn(0);
		expect(waits).toEqual([15 * 60_000]);
		expect(errors).toEqual(['exhausted']);
	});
});

const limit = { total: 1_000, remaining: 999, reset_after: 3_600_000, max_concurrency: 1 };
const gateway = { url: 'wss://gateway.discord.gg', shards: 1, session_start_limit: limit };

describe('Discord’s gateway information', () => {
	it.each<readonly [what: string, information: unknown]>([
		['nothing', null],
		['no address', { ...gateway, url: undefined }],
		['an address of something else', { ...gateway, url: 'https://discord.com' }],
		['no shard', { ...gateway, shards: 0 }],
		['more shards than there can be', { ...gateway, shards: 1e9 }],
		['no limit', { ...gateway, session_start_limit: null }],
		['a wait that never ends', { ...gateway, session_start_limit: { ...limit, reset_after: 1e15 } }],
		['no turn', { ...gateway, session_start_limit: { ...limit, max_concurrency: 0 } }],
	])('is refused if it has %s', (_, information) => {
		expect(() => checkedGateway(gateway)).not.toThrow();
		expect(() => checkedGateway(information)).toThrow('is unusable');
	});
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createUnlinkLimit, type UnlinkLimit } from '../../src/claims/unlink-limit.js';
import { memoryStore } from '../roles/memory-store.js';
import { memberNumber } from './sample-claims.js';

const alice = memberNumber(1);
const hour = 60 * 60_000;
const day = 24 * hour;

describe('the limit on unlinking', () => {
	let store: ReturnType<typeof memoryStore>;
	let limit: UnlinkLimit;
	let clock: number;

	beforeEach(() => {
		store = memoryStore();
		clock = 100 * day;
		limit = createUnlinkLimit({ store, now: () => clock });
	});

	const take = async (): Promise<string> => (await limit.take(alice)).kind;

	it('lets three pass in 24 hours, over all processes, and tells when the next one can', async () => {
		const first = clock;
		expect(await take()).toBe('free');
		clock += hour;
		const second = createUnlinkLimit({ store, now: () => clock });
		expect([(await second.take(alice)).kind, await take()]).toEqual(['free', 'free']);
		expect(await limit.take(alice)).toEqual({ kind: 'limited', retryAt: first + day });
		expect((await limit.take(memberNumber(2))).kind).toBe('free');
		clock = first + day;
		expect([await take(), await take()]).toEqual(['free', 'limited']);
	});

	it('counts three of twenty at once', async () => {
		const kinds = await Promise.all(Array.from({ length: 20 }, take));
		expect(kinds.filter((kind) => kind === 'free')).toHaveLength(3);
	});

	it('holds nobody longer than a day where the clock was set back', async () => {
		for (let n = 0; n < 3; n += 1) await take();
		clock -= 3 * day;
		expect(await limit.take(alice)).toEqual({ kind: 'limited', retryAt: clock + day });
		clock += day;
		expect(await take()).toBe('free');
	});

	it('leaves nothing in the store that no longer counts', async () => {
		await take();
		expect(await limit.timesOf(alice)).toEqual([clock]);
		await limit.prune();
		expect(await limit.timesOf(alice)).toHaveLength(1);
		clock += day;
		expect(await limit.timesOf(alice)).toEqual([]);
		await limit.prune();
		expect(await store.get(`unlinks:${alice}`)).toBeUndefined();
	});
});

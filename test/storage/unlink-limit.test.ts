import { beforeEach, describe, expect, it } from 'vitest';
import { countsKind, Limits } from '../../src/storage/rate-limits.js';
import { Table } from '../../src/storage/table.js';
import { memberNumber } from '../claims/sample-claims.js';
import { memoryStore } from '../roles/memory-store.js';

const alice = memberNumber(1);
const hour = 60 * 60_000;
const day = 24 * hour;

describe('the limit on unlinking', () => {
	let store: ReturnType<typeof memoryStore>;
	let limits: Limits;
	let clock: number;

	beforeEach(() => {
		store = memoryStore();
		clock = 100 * day;
		limits = new Limits({ store, clock: { now: () => clock } });
	});

	const retryAt = (by = limits, userId = alice) => by.take('unlink', userId);
	const take = async () => ((await retryAt()) === undefined ? 'free' : 'limited');

	it('lets three pass in 24 hours, over all processes, and says when the next one can', async () => {
		const first = clock;
		expect(await take()).toBe('free');
		clock += hour;
		const second = new Limits({ store, clock: { now: () => clock } });
		expect([await retryAt(second), await retryAt()]).toEqual([undefined, undefined]);
		expect(await retryAt()).toBe(first + day);
		expect(await retryAt(limits, memberNumber(2))).toBeUndefined();
		clock = first + day;
		expect([await take(), await take()]).toEqual(['free', 'limited']);
	});

	it('counts three of twenty concurrent ones', async () => {
		const kinds = await Promise.all(Array.from({ length: 20 }, take));
		expect(kinds.filter((kind) => kind === 'free')).toHaveLength(3);
	});

	it('leaves nothing in the store that no longer counts', async () => {
		await take();
		expect(await limits.times('unlink', alice)).toEqual([clock]);
		await new Table(countsKind, store, { now: () => clock }).prune();
		expect(await limits.times('unlink', alice)).toHaveLength(1);
		clock += day;
		expect(await limits.times('unlink', alice)).toEqual([]);
		await new Table(countsKind, store, { now: () => clock }).prune();
		expect(await store.get(`attempts:unlink:${alice}`)).toBeUndefined();
	});
});

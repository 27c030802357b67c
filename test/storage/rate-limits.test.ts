import { beforeEach, describe, expect, it } from 'vitest';
import { countsKind, Limits } from '../../src/storage/rate-limits.js';
import { Table } from '../../src/storage/table.js';
import { memoryStore } from '../roles/memory-store.js';
import { compareAndSet } from './compare-and-set.js';

const [alice, bob] = ['100000000000000001', '100000000000000002'];
const minute = 60_000;
const start = Date.UTC(2026, 0, 1);

describe('a rate limit', () => {
	let store: ReturnType<typeof memoryStore>;
	let now: number;
	let limits: Limits;

	const clock = { now: () => now };
	const miss = async (count: number, userId = alice) => {
		const results: Awaited<ReturnType<Limits['note']>>[] = [];
		for (let n = 0; n < count; n += 1) results.push(await limits.note('member', userId));
		return results;
	};
	const untilOf = async (userId = alice) => (await limits.look('member', userId)).retryAt;

	beforeEach(() => {
		now = start;
		store = memoryStore();
		limits = new Limits({ store, clock });
	});

	it('stops a sixth in ten minutes, to the millisecond, says so with the fifth, and affects nobody else', async () => {
		expect(await miss(4)).toMatchObject([4, 3, 2, 1].map((left) => ({ left, retryAt: undefined })));
		now += minute;
		const retryAt = start + 10 * minute;
		expect([await untilOf(), await miss(1)]).toEqual([undefined, [{ left: 0, retryAt, counted: 5 }]]);
		expect(await miss(1)).toEqual([{ left: 0, retryAt: undefined, counted: 6 }]);
		expect([await untilOf(), await untilOf(bob)]).toEqual([retryAt, undefined]);
		now = retryAt - 1;
		expect(await untilOf()).toBe(retryAt);
		now = retryAt;
		expect(await untilOf()).toBeUndefined();
	});

	it('also stops a twenty-first in a day', async () => {
		for (let round = 0; round < 4; round += 1) {
			await miss(5);
			now += 10 * minute;
		}
		expect(await untilOf()).toBe(start + 24 * 60 * minute);
		now = start + 24 * 60 * minute;
		expect(await untilOf()).toBeUndefined();
	});

	it('allows as many as the limit, counts nothing beyond it, and accepts returns', async () => {
		const take = () => limits.take('lookup', alice);
		for (let n = 0; n < 10; n += 1) expect(await take()).toBeUndefined();
		expect(await take()).toBe(start + 10 * minute);
		await limits.giveBack('lookup', alice);
		expect([await take(), await take()]).toEqual([undefined, start + 10 * minute]);
		await limits.clear('lookup', alice);
		expect([await take(), (await limits.look('lookup', alice)).times]).toEqual([undefined, [start]]);
	});

	it('loses no count if two processes share it, and reports once that it is reached', async () => {
		const sides = [limits, new Limits({ store, clock })];
		const results = await Promise.all(
			Array.from({ length: 12 }, (_, n) => (sides[n % 2] ?? limits).note('member', alice)),
		);
		expect(results.filter(({ retryAt }) => retryAt !== undefined)).toHaveLength(1);
		expect((await limits.look('member', alice)).times).toHaveLength(12);
	});

	it('leaves nothing in the store that no longer counts', async () => {
		await miss(1);
		now += 23 * 60 * minute;
		await miss(1, bob);
		now += 60 * minute;
		await new Table(countsKind, store, clock).prune();
		expect(store.keys()).toEqual([`attempts:member:${bob}`]);
	});

	it('starts from zero if its count is damaged', async () => {
		await compareAndSet(store, `attempts:member:${alice}`, undefined, { v: 1, times: 'many' });
		expect([await untilOf(), (await miss(5)).at(-1)?.left]).toEqual([undefined, 0]);
	});
});

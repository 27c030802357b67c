import { beforeEach, describe, expect, it } from 'vitest';
import { Attempts, type Miss } from '../../../src/services/verification/verify.js';
import { countsKind, Limits } from '../../../src/storage/rate-limits.js';
import type { Store } from '../../../src/storage/store.js';
import { Table } from '../../../src/storage/table.js';
import { memoryStore } from '../../roles/memory-store.js';
import { compareAndSet } from '../../storage/compare-and-set.js';
import { onCommit } from '../../storage/on-commit.js';
import { floor } from '../../world/floor.js';

const guildId = '200000000000000001';
const alice = { guildId, userId: '100000000000000001' };
const minute = 60_000;
const start = Date.UTC(2026, 0, 1);

describe('the limits on guessing', () => {
	let store: ReturnType<typeof memoryStore>;
	let now: number;
	let attempts: Attempts;

	const clock = { now: () => now };
	const open = (on: Store): Attempts =>
		new Attempts(floor({ limits: new Limits({ store: on, clock }), store: on, clock }));
	const miss = async (count: number, guesser = alice): Promise<Miss[]> => {
		const results: Miss[] = [];
		for (let n = 0; n < count; n += 1) results.push(await attempts.recordMiss(guesser, false));
		return results;
	};

	beforeEach(() => {
		now = start;
		store = memoryStore();
		attempts = open(store);
	});

	it('stop a member after five misses in ten minutes, and say until when', async () => {
		const [first, ...others] = [4, 3, 2, 1].map((left) => ({ left }));
		expect(await miss(4)).toEqual([{ ...first, isFirst: true }, ...others]);
		expect(await attempts.check(alice)).toMatchObject({ kind: 'free' });
		now += minute;
		const retryAt = start + 10 * minute;
		expect(await miss(1)).toEqual([{ left: 0, retryAt, tripped: 'member' }]);
		expect(await attempts.check(alice)).toEqual({ kind: 'limited', scope: 'member', retryAt });
		now = retryAt - 1;
		expect((await attempts.check(alice)).kind).toBe('limited');
		now = retryAt;
		expect(await attempts.check(alice)).toMatchObject({ kind: 'free' });
	});

	it('hold for a member in every guild, and for no other', async () => {
		await miss(5);
		expect((await attempts.check({ ...alice, guildId: '200000000000000002' })).kind).toBe('limited');
		expect((await attempts.check({ guildId, userId: '100000000000000002' })).kind).toBe('free');
	});

	it('call a miss the first where no other still counts, so that it is one a day', async () => {
		expect(await miss(2)).toMatchObject([{ isFirst: true }, { left: 3 }]);
		now += 60 * minute;
		expect((await miss(1))[0]).not.toHaveProperty('isFirst');
		now += 24 * 60 * minute;
		expect(await miss(1)).toMatchObject([{ isFirst: true }]);
	});

	it('stop a member after twenty misses in a day', async () => {
		for (let round = 0; round < 4; round += 1) {
			await miss(5);
			now += 10 * minute;
		}
		const retryAt = start + 24 * 60 * minute;
		expect(await attempts.check(alice)).toEqual({ kind: 'limited', scope: 'member', retryAt });
		now = retryAt;
		expect(await attempts.check(alice)).toMatchObject({ kind: 'free' });
	});

	const missOnePerMember = async (count: number): Promise<Miss[]> => {
		const results: Miss[] = [];
		for (let n = 0; n < count; n += 1) {
			results.push(...(await miss(1, { guildId, userId: `1000000000000010${n + 10}` })));
		}
		return results;
	};

	it('slow those down who have missed, after sixty misses in a guild, with one notice', async () => {
		const results = await missOnePerMember(61);
		const retryAt = start + 10 * minute;
		expect(results.filter(({ tripped }) => tripped !== undefined)).toEqual([
			{ left: 0, retryAt, tripped: 'guild', isFirst: true },
		]);
		const guesser = { guildId, userId: '100000000000001010' };
		expect(await attempts.check(guesser)).toEqual({ kind: 'limited', scope: 'guild', retryAt });
		expect((await attempts.check({ ...guesser, guildId: '200000000000000002' })).kind).toBe('free');
	});

	it('never punish a member who has not missed for the misses of others', async () => {
		await missOnePerMember(61);
		expect(await attempts.check(alice)).toMatchObject({ kind: 'free' });
		await miss(1);
		expect((await attempts.check(alice)).kind).toBe('limited');
		now += 10 * minute;
		expect(await attempts.check(alice)).toMatchObject({ kind: 'free' });
	});

	it('free who has missed with the guild, where that is free before their own miss is forgotten', async () => {
		await missOnePerMember(60);
		now += 5 * minute;
		await miss(1);
		expect(await attempts.check(alice)).toMatchObject({ scope: 'guild', retryAt: start + 10 * minute });
	});

	it('count a code of another member against the member, and not against the guild', async () => {
		const results: Miss[] = [];
		for (let n = 0; n < 5; n += 1) results.push(await attempts.recordTaken(alice));
		expect(results[0]).toEqual({ left: 4 });
		expect(results.at(-1)).toMatchObject({ tripped: 'member' });
		expect((await attempts.check(alice)).kind).toBe('limited');
		expect(store.keys()).toEqual(['attempts:member:100000000000000001']);
	});

	it('count a wrong code with its question, for the member and the guild, or not at all', async () => {
		let commits = 0;
		const before = (): void => {
			commits += 1;
			if (commits === 1) throw new Error('killed');
		};
		attempts = open(onCommit(store, { before }));
		await expect(attempts.recordMiss(alice, true)).rejects.toThrow('killed');
		expect(store.keys()).toEqual([]);
		await attempts.recordMiss(alice, true);
		expect([
			commits,
			store
				.keys()
				.map((key) => key.split(':')[1])
				.toSorted(),
		]).toEqual([2, ['guild', 'member', 'question']]);
	});

	it('let the marketplace be asked ten times in ten minutes for a member', async () => {
		for (let n = 0; n < 9; n += 1) expect(await attempts.recordQuestion(alice.userId)).toBeUndefined();
		expect(await attempts.recordQuestion(alice.userId)).toBe(start + 10 * minute);
		expect(await attempts.check(alice)).toEqual({ kind: 'free', askableAt: start + 10 * minute });
	});

	it('lose no miss, and notice each limit once, when two processes count concurrently', async () => {
		const sides = [attempts, open(store)];
		const results = await Promise.all(
			Array.from({ length: 12 }, (_, n) => (sides[n % 2] ?? attempts).recordMiss(alice, false)),
		);
		expect(results.filter(({ tripped }) => tripped !== undefined)).toHaveLength(1);
		expect(await store.get('attempts:member:100000000000000001')).toEqual({
			v: 1,
			times: Array.from({ length: 12 }, () => start),
		});
	});

	it('leave nothing in the store that no longer counts', async () => {
		await miss(1);
		now += 23 * 60 * minute;
		await miss(1, { ...alice, userId: '100000000000000002' });
		now += 60 * minute;
		await new Table(countsKind, store, clock).prune();
		expect(store.keys()).toEqual(['attempts:member:100000000000000002']);
	});

	it('start anew where a count is damaged', async () => {
		await compareAndSet(store, 'attempts:member:100000000000000001', undefined, { v: 1, times: 'many' });
		expect(await attempts.check(alice)).toMatchObject({ kind: 'free' });
		expect((await miss(5)).at(-1)?.tripped).toBe('member');
	});
});

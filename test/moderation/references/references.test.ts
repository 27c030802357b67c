import { beforeEach, describe, expect, it } from 'vitest';
import { References } from '../../../src/moderation/references/references.js';
import { memoryStore } from '../../roles/memory-store.js';
import { checkedStore } from '../../world/checked-store.js';
import { memoryStore as mapStore } from '../../world/memory-store.js';

const home = '100000000000000001';
const elsewhere = '100000000000000002';
const userId = '200000000000000001';
const hash = 'ab'.repeat(32);
const day = 24 * 60 * 60_000;
const never = () => new Promise<never>(() => {});

describe('a reference', () => {
	let store: ReturnType<typeof memoryStore>;
	let clock: number;
	let letters: number[];
	let unkept: string[];

	const open = (over: Partial<ConstructorParameters<typeof References>[0]> = {}) =>
		new References({
			store,
			served: { isHome: (guildId) => guildId === home },
			clock: { now: () => clock, delay: never },
			unguessable: { below: (below) => (letters.shift() ?? 0) % below },
			logger: { warn: ({ reference }: { readonly reference: string }) => unkept.push(reference) },
			...over,
		});

	beforeEach(() => {
		store = memoryStore();
		clock = 1_000 * day;
		letters = [];
		unkept = [];
	});

	it('is six letters that look like nothing else, and is found however it is typed', async () => {
		letters = [7, 12, 14, 17, 2, 13];
		const references = open();
		const reference = await references.issue({ guildId: home, userId, why: 'taken', hash });
		expect(reference).toBe('KQS-WDR');
		for (const typed of ['KQS-WDR', ' kqswdr ', 'kqs wdr', 'K Q S – W D R', 'ＫＱＳ-ＷＤＲ']) {
			expect(await references.find(typed, home)).toEqual({
				reference,
				at: clock,
				guildId: home,
				userId,
				why: 'taken',
				hash,
			});
		}
		for (const typed of ['KQS-WDA', 'KQSWD', 'KQSWDRR', '', 'ref:KQSWDR'])
			expect(await references.find(typed, home)).toBeUndefined();
	});

	it('stands in the list of its own server’s refusals since a time, the newest first', async () => {
		letters = Array.from({ length: 24 }, (_, index) => Math.floor(index / 6));
		const references = open();
		const issued: string[] = [];
		for (const guildId of [home, home, elsewhere, home]) {
			clock += 1_000;
			issued.push(await references.issue({ guildId, userId, why: 'invalid' }));
		}
		const since = await references.since(home, clock - 2_500, 10);
		expect(since.map(({ reference }) => reference)).toEqual([issued[3], issued[1]]);
		expect((await references.since(home, 0, 1)).map(({ reference }) => reference)).toEqual([issued[3]]);
	});

	it('is home’s to see wherever it was given, and no other server’s but the one that gave it', async () => {
		letters = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2];
		const references = open();
		const ours = await references.issue({ guildId: home, userId, why: 'taken' });
		const theirs = await references.issue({ guildId: elsewhere, userId, why: 'taken' });
		expect(await references.find(theirs, home)).toBeDefined();
		expect(await references.find(theirs, elsewhere)).toBeDefined();
		expect(await references.find(ours, elsewhere)).toBeUndefined();
	});

	it('is another one if the first is taken', async () => {
		letters = [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4];
		const references = open();
		const first = await references.issue({ guildId: home, userId, why: 'invalid' });
		const second = await references.issue({ guildId: home, userId, why: 'taken' });
		expect(second).not.toBe(first);
		expect(await references.find(first, home)).toMatchObject({ why: 'invalid' });
		expect(await references.find(second, home)).toMatchObject({ why: 'taken' });
	});

	it('is shown all the same where the store is down or silent', async () => {
		const down = open({
			store: {
				...store,
				compareAndSet: async () => {
					throw new Error('away');
				},
			},
		});
		expect(await down.issue({ guildId: home, userId, why: 'unexpected' })).toBe('BBB-BBB');
		expect(unkept).toEqual(['BBB-BBB']);
		const silent = open({
			store: { ...store, compareAndSet: never },
			clock: { now: () => clock, delay: async () => {} },
		});
		expect(await silent.issue({ guildId: home, userId, why: 'unexpected' })).toBe('BBB-BBB');
	});

	it('lives for 30 days, and is then pruned', async () => {
		const references = open();
		const reference = await references.issue({ guildId: home, userId, why: 'taken' });
		clock += 30 * day - 1;
		await references.prune();
		expect(await references.find(reference, home)).toBeDefined();
		clock += 1;
		expect(await references.find(reference, home)).toBeUndefined();
		await references.prune();
		expect(store.keys()).toEqual([]);
	});

	it('goes with the data of its member, and with no other’s', async () => {
		letters = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2];
		const references = open();
		await references.issue({ guildId: home, userId, why: 'taken' });
		const others = await references.issue({ guildId: home, userId: '200000000000000002', why: 'taken' });
		expect((await references.of(userId, 'whole')).rows).toHaveLength(1);
		await references.forget(userId);
		expect((await references.of(userId, 'whole')).rows).toEqual([]);
		expect(await references.find(others, home)).toBeDefined();
	});

	it('holds no code, whatever it is asked to keep', async () => {
		const rows = new Map<string, unknown>();
		const references = open({ store: checkedStore(mapStore(rows)) });
		const why = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
		expect(await references.issue({ guildId: home, userId, why })).toBe('BBB-BBB');
		expect([...rows]).toEqual([]);
		expect(unkept).toHaveLength(1);
	});

	it('is not stored for a member who collects them', async () => {
		let next = 0;
		const references = open({
			unguessable: {
				below(below) {
					next += 1;
					return Math.floor(next / 6 / below ** (next % 3)) % below;
				},
			},
		});
		for (let n = 0; n < 50; n += 1) await references.issue({ guildId: home, userId, why: 'not-a-code' });
		expect(store.keys().length).toBeLessThanOrEqual(10);
	});

	it('that is damaged belongs to no member', async () => {
		await store.compareAndSet('ref:BBBBBB', undefined, { v: 1, at: clock, userId, why: 'taken', code: 'x' });
		expect(await open().find('BBB-BBB', home)).toBeUndefined();
	});

	it('opens a move for the account alone that it was given to', async () => {
		const references = open();
		const reference = await references.issue({ guildId: home, userId, why: 'taken', hash });
		expect(await references.allowMove(reference, '200000000000000002', clock + day)).toBeUndefined();
		expect(await references.allowMove(reference, userId, clock + day)).toMatchObject({ hash });
		expect(await references.byLetters(reference)).toMatchObject({ movableUntil: clock + day });
	});
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createReferences, referenceKind } from '../../../src/services/verification/references.js';
import { memoryStore as mapStore } from '../../../src/storage/memory-store.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { Table } from '../../../src/storage/table.js';
import { memoryStore } from '../../roles/memory-store.js';
import { checkedStore } from '../../world/checked-store.js';
import { type FloorOf, floor } from '../../world/floor.js';

const home = '100000000000000001';
const userId = '200000000000000001';
const mover = '200000000000000002';
const hash = 'ab'.repeat(32);
const day = 24 * 60 * 60_000;
const never = () => new Promise<never>(() => {});

describe('a reference', () => {
	let store: ReturnType<typeof memoryStore>;
	let clock: number;
	let letters: number[];
	let unkept: string[];

	const open = (over: FloorOf<typeof createReferences> = {}) =>
		createReferences(
			floor({
				store,
				limits: new Limits({ store, clock: { now: () => clock } }),
				clock: { now: () => clock, delay: never },
				unguessable: { below: (below) => (letters.shift() ?? 0) % below },
				logger: { warn: ({ reference }: { readonly reference: string }) => unkept.push(reference) },
				...over,
			}),
		);

	/** The rows except those of limits. */
	const kept = () => store.keys().filter((key) => key.startsWith('ref:'));

	const table = () => new Table(referenceKind, store, { now: () => clock });

	beforeEach(() => {
		store = memoryStore();
		clock = 1_000 * day;
		letters = [];
		unkept = [];
	});

	it('is six unambiguous letters, and is found however it is typed', async () => {
		letters = [7, 12, 14, 17, 2, 13];
		const references = open();
		const reference = await references.issue({ guildId: home, userId, why: 'taken', hash });
		expect(reference).toBe('KQS-WDR');
		for (const typed of ['KQS-WDR', ' kqswdr ', 'kqs wdr', 'K Q S – W D R', 'ＫＱＳ-ＷＤＲ']) {
			const found = { reference, at: clock, guildId: home, userId, why: 'taken', hash };
			expect(await references.find(typed)).toEqual(found);
		}
		for (const typed of ['KQS-WDA', 'KQSWD', 'KQSWDRR', '', 'ref:KQSWDR'])
			expect(await references.find(typed)).toBeUndefined();
	});

	it('is replaced by another one if the first is taken', async () => {
		letters = [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4];
		const references = open();
		const first = await references.issue({ guildId: home, userId, why: 'invalid' });
		const second = await references.issue({ guildId: home, userId, why: 'taken' });
		expect(second).not.toBe(first);
		expect(await references.find(first)).toMatchObject({ why: 'invalid' });
		expect(await references.find(second)).toMatchObject({ why: 'taken' });
	});

	it('is shown even if the store is down or not responding', async () => {
		const down = open({
			store: {
				...store,
				transact: async () => {
					throw new Error('away');
				},
			},
		});
		expect(await down.issue({ guildId: home, userId, why: 'unexpected' })).toBe('BBB-BBB');
		expect(unkept).toEqual(['BBB-BBB']);
		const waits: number[] = [];
		const silent = open({
			store: { ...store, transact: never },
			clock: { now: () => clock, delay: async (ms) => void waits.push(ms) },
		});
		expect(await silent.issue({ guildId: home, userId, why: 'unexpected' })).toBe('BBB-BBB');
		expect(waits).toEqual([1_000]);
	});

	it('lives for 30 days, and is then pruned', async () => {
		const references = open();
		const reference = await references.issue({ guildId: home, userId, why: 'taken' });
		clock += 30 * day - 1;
		await table().prune();
		expect(await references.find(reference)).toBeDefined();
		clock += 1;
		expect(await references.find(reference)).toBeUndefined();
		await table().prune();
		expect(kept()).toEqual([]);
	});

	it('contains no code, whatever it is asked to store', async () => {
		const rows = new Map<string, unknown>();
		const references = open({ store: checkedStore(mapStore(rows)) });
		const why = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
		expect(await references.issue({ guildId: home, userId, why })).toBe('BBB-BBB');
		expect([...rows]).toEqual([]);
		expect(unkept).toHaveLength(1);
	});

	it('is stored ten times within ten minutes per member', async () => {
		let drawn = 0;
		const below = (below: number) => Math.ceil(++drawn / 6) % below;
		const references = open({ unguessable: { below } });
		const storedAfter = async (count: number, member = userId) => {
			const before = kept().length;
			for (let n = 0; n < count; n += 1)
				await references.issue({ guildId: home, userId: member, why: 'taken' });
			return kept().length - before;
		};
		expect([await storedAfter(11), await storedAfter(1, mover)]).toEqual([10, 1]);
		clock += 600_000 - 1;
		expect(await storedAfter(1)).toBe(0);
		clock += 1;
		expect(await storedAfter(1)).toBe(1);
	});
});

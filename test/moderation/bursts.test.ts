import { describe, expect, it } from 'vitest';
import { type Burst, Bursts, burstKeyPattern } from '../../src/moderation/bursts.js';
import { memoryStore, notingStore } from '../roles/memory-store.js';

const dayMs = 86_400_000;
const burst: Burst = { guildId: '100000000000000001', kind: 'verified', since: 1_700_000_000 };

const hashOf = (n: number) => n.toString(16).padStart(64, '0');
const hashes = (count: number) => Array.from({ length: count }, (_, n) => hashOf(n));

function setUp() {
	const clock = { now: burst.since * 1_000 };
	const rows = memoryStore();
	const noted = notingStore(rows);
	return { ...noted, rows, clock, bursts: new Bursts(noted.store, { now: () => clock.now }) };
}

/** Every entry, page by page. */
async function all(bursts: Bursts): Promise<readonly string[]> {
	const entries: string[] = [];
	for (let page = 0; ; page += 1) {
		const shown = await bursts.page(burst, page);
		entries.push(...shown.entries);
		if (!shown.hasNext) return entries;
	}
}

describe('a burst', () => {
	it.each([1, 8, 9, 79, 80, 81, 160, 10_000])('of %i is shown completely, page by page', async (count) => {
		const { bursts, rows } = setUp();
		await bursts.keep(burst, hashes(count), 0);
		expect(await all(bursts)).toEqual(hashes(count));
		for (const key of rows.keys()) expect(key).toMatch(burstKeyPattern);
	});

	it.each([
		[8, 0, false, 1],
		[9, 0, true, 1],
		[79, 9, false, 1],
		[80, 8, true, 1],
		[80, 9, false, 2],
		[81, 9, true, 2],
	])('of %i has a page after page %i: %s, which %i reads show', async (count, page, hasNext, cost) => {
		const { bursts, reads } = setUp();
		await bursts.keep(burst, hashes(count), 0);
		reads.length = 0;
		const entries = hashes(count).slice(page * 8, page * 8 + 8);
		expect(await bursts.page(burst, page)).toEqual({ entries, hasNext });
		expect(reads).toHaveLength(cost);
	});

	it('is kept as it grows, by a write for each row that changes', async () => {
		const { bursts, writes } = setUp();
		await bursts.keep(burst, hashes(100), 0);
		writes.length = 0;
		await bursts.keep(burst, hashes(101), 100);
		expect(writes).toHaveLength(1);
		expect(await all(bursts)).toEqual(hashes(101));
		writes.length = 0;
		await bursts.keep(burst, hashes(160), 101);
		expect(writes).toEqual(['burst:100000000000000001:verified:1700000000:1']);
	});

	it('costs two reads a page, however long it is', async () => {
		const { bursts, reads } = setUp();
		await bursts.keep(burst, hashes(10_000), 0);
		for (const page of [0, 9, 700, 1_249]) {
			reads.length = 0;
			await bursts.page(burst, page);
			expect(reads.length).toBeLessThanOrEqual(2);
		}
	});

	it('has nothing on a page that it does not have, and nothing for another guild, kind or time', async () => {
		const { bursts } = setUp();
		await bursts.keep(burst, hashes(9), 0);
		const nothing = { entries: [], hasNext: false };
		for (const page of [2, 10, 9_999_999_999]) expect(await bursts.page(burst, page)).toEqual(nothing);
		const others = [{ guildId: '100000000000000002' }, { kind: 'refused' as const }, { since: 1 }];
		for (const other of others) expect(await bursts.page({ ...burst, ...other }, 0)).toEqual(nothing);
	});

	it('is deleted after 30 days', async () => {
		const { bursts, rows, clock } = setUp();
		await bursts.keep(burst, hashes(200), 0);
		clock.now += 30 * dayMs;
		await bursts.prune();
		expect(rows.keys()).toHaveLength(3);
		clock.now += 1_000;
		await bursts.prune();
		expect(rows.keys()).toEqual([]);
	});

	it('stays for the doctor if a row of it is damaged', async () => {
		const { store, writes, clock } = setUp();
		const damaged = {
			...store,
			async *list() {
				yield { key: 'burst:100000000000000001:verified:1:0' };
			},
		};
		await new Bursts(damaged, { now: () => clock.now }).prune();
		expect(writes).toEqual([]);
	});
});

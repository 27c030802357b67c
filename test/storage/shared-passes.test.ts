import { describe, expect, it } from 'vitest';
import { lookedUpKind } from '../../src/moderation/looked-up-codes.js';
import { referenceKind } from '../../src/moderation/references.js';
import { maxBoundedRows, SharedPasses } from '../../src/storage/shared-passes.js';
import { Table } from '../../src/storage/table.js';
import { memoryStore } from '../roles/memory-store.js';

const guildId = '100000000000000001';
const person = (n: number): string => `2000000000000${(10_000 + n).toString()}`;
const all = <Row>(...rows: Row[]) => ({ rows, isComplete: true });

describe('a pass that many share', () => {
	it('is one at a time, and callers meanwhile get the next one', async () => {
		let passes = 0;
		let end: (() => void) | undefined;
		const shared = new SharedPasses<string>((row) => [row], 'whole');
		async function* rows() {
			passes += 1;
			await new Promise<void>((resolve) => {
				end = resolve;
			});
			yield* ['a', undefined, 'b', 'a'];
		}
		const of = (userId: string) => shared.of(userId, rows());
		const first = of('a');
		await expect.poll(() => passes).toBe(1);
		const later = [of('b'), of('c'), of('a')];
		end?.();
		expect(await first).toEqual(all('a', 'a'));
		await expect.poll(() => passes).toBe(2);
		end?.();
		expect(await Promise.all(later)).toEqual([all('b'), all(), all('a', 'a')]);
		expect(passes).toBe(2);
	});

	it('fails for those who share it alone', async () => {
		let isAway = true;
		const shared = new SharedPasses<string>((row) => [row], 'whole');
		async function* rows() {
			if (isAway) throw new Error('away');
			yield 'a';
		}
		const of = (userId: string) => shared.of(userId, rows());
		await expect(Promise.all([of('a'), of('b')])).rejects.toThrow('away');
		isAway = false;
		expect(await of('a')).toEqual(all('a'));
	});

	it.each([
		['all rows', maxBoundedRows, maxBoundedRows, true],
		['no more than its bound, unreadable rows included', 3 * maxBoundedRows, maxBoundedRows + 1, false],
	])('reads %s', async (_, stored, read, isComplete) => {
		let reads = 0;
		const [whole, bounded] = (['whole', 'bounded'] as const).map(
			(reach) => new SharedPasses<string>((row) => [row], reach),
		);
		async function* rows() {
			for (let n = 0; n < stored; n += 1) {
				reads += 1;
				yield n === 0 || n === stored - 1 ? 'a' : undefined;
			}
		}
		expect(await bounded?.of('a', rows())).toEqual({
			rows: isComplete ? ['a', 'a'] : ['a'],
			isComplete,
		});
		expect(reads).toBe(read);
		expect(await whole?.of('a', rows())).toEqual(all('a', 'a'));
	});
});

describe('what is stored about members, asked for by a crowd', () => {
	it('is read twice at most, however many ask', async () => {
		const rows = memoryStore();
		const reads: string[] = [];
		const list = (prefix: string) => {
			reads.push(prefix);
			return rows.list(prefix);
		};
		const store = { ...rows, list };
		const clock = { now: () => 1_000 };
		const refusals = new Table(referenceKind, store, clock);
		const lookUps = new Table(lookedUpKind, store, clock);
		for (const n of [1, 2]) {
			const userId = person(n);
			await refusals.set(`BBBBB${'BC'[n - 1]}`, { v: 1, at: 1_000, userId, guildId, why: 'taken' });
			await lookUps.set(`lookup-${n}`, { v: 1, at: 1_000, by: userId, guildId, hash: '', sealed: '' });
		}
		const members = Array.from({ length: 500 }, (_, n) => person(n));
		const found = await Promise.all(
			[refusals, lookUps].map(async (table) => Promise.all(members.map((each) => table.of(each, 'bounded')))),
		);
		for (const each of found)
			expect(each.map(({ rows }) => rows.length)).toEqual([0, 1, 1, ...Array(497).fill(0)]);
		expect(reads.filter((read) => read === 'ref:').length).toBeLessThanOrEqual(2);
		expect(reads.filter((read) => read === 'looked-up:').length).toBeLessThanOrEqual(2);
	});
});

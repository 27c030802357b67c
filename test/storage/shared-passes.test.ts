import { describe, expect, it } from 'vitest';
import { LookedUpCodes } from '../../src/moderation/looked-up-codes.js';
import { References } from '../../src/moderation/references/references.js';
import { maxBoundedRows, SharedPasses } from '../../src/storage/shared-passes.js';
import { memoryStore, notingStore } from '../roles/memory-store.js';

const guildId = '100000000000000001';
const person = (n: number): string => `2000000000000${(10_000 + n).toString()}`;
const whole = <Row>(...rows: Row[]) => ({ rows, isComplete: true });

describe('a pass that many share', () => {
	it('is one at a time, and callers meanwhile get the next one', async () => {
		let passes = 0;
		let end: (() => void) | undefined;
		const shared = new SharedPasses<string>((row) => [row]);
		async function* rows() {
			passes += 1;
			await new Promise<void>((resolve) => {
				end = resolve;
			});
			yield* ['a', undefined, 'b', 'a'];
		}
		const of = (userId: string) => shared.of(userId, 'whole', rows());
		const first = of('a');
		await expect.poll(() => passes).toBe(1);
		const later = [of('b'), of('c'), of('a')];
		end?.();
		expect(await first).toEqual(whole('a', 'a'));
		await expect.poll(() => passes).toBe(2);
		end?.();
		expect(await Promise.all(later)).toEqual([whole('b'), whole(), whole('a', 'a')]);
		expect(passes).toBe(2);
	});

	it('fails for those who share it alone', async () => {
		let isAway = true;
		const shared = new SharedPasses<string>((row) => [row]);
		async function* rows() {
			if (isAway) throw new Error('away');
			yield 'a';
		}
		const of = (userId: string) => shared.of(userId, 'whole', rows());
		await expect(Promise.all([of('a'), of('b')])).rejects.toThrow('away');
		isAway = false;
		expect(await of('a')).toEqual(whole('a'));
	});

	it.each([
		['all rows', maxBoundedRows, maxBoundedRows, true],
		['no more than its bound, unreadable rows included', 3 * maxBoundedRows, maxBoundedRows + 1, false],
	])('reads %s', async (_, stored, read, isComplete) => {
		let reads = 0;
		const shared = new SharedPasses<string>((row) => [row]);
		async function* rows() {
			for (let n = 0; n < stored; n += 1) {
				reads += 1;
				yield n === 0 || n === stored - 1 ? 'a' : undefined;
			}
		}
		expect(await shared.of('a', 'bounded', rows())).toEqual({
			rows: isComplete ? ['a', 'a'] : ['a'],
			isComplete,
		});
		expect(reads).toBe(read);
		expect(await shared.of('a', 'whole', rows())).toEqual(whole('a', 'a'));
	});
});

describe('what is stored about members, asked for by a crowd', () => {
	it('is read twice at most, however many ask', async () => {
		const { store, reads } = notingStore(memoryStore());
		let id = 0;
		const references = new References({
			store,
			clock: { now: () => 1_000, delay: () => new Promise(() => {}) },
			unguessable: { below: (below) => Math.floor(id++ / 6) % below },
			logger: { warn: () => expect.unreachable() },
		});
		const codes = new LookedUpCodes(store, { now: () => 1_000 }, { id: () => `lookup-${id++}` });
		for (const n of [1, 2]) {
			await references.issue({ guildId, userId: person(n), why: 'taken' });
			await codes.keep({ by: person(n), guildId, hash: '', sealed: '' });
		}
		reads.length = 0;
		const members = Array.from({ length: 500 }, (_, n) => person(n));
		const [refusals, lookUps] = await Promise.all([
			Promise.all(members.map((each) => references.of(each, 'bounded'))),
			Promise.all(members.map((each) => codes.of(each, 'bounded'))),
		]);
		for (const found of [refusals, lookUps])
			expect(found.map(({ rows }) => rows.length)).toEqual([0, 1, 1, ...Array(497).fill(0)]);
		expect(reads.filter((read) => read === 'ref:').length).toBeLessThanOrEqual(2);
		expect(reads.filter((read) => read === 'looked-up:').length).toBeLessThanOrEqual(2);
	});
});

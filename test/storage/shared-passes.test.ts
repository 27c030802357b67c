import { describe, expect, it } from 'vitest';
import { Proposals } from '../../src/moderation/proposals.js';
import { References } from '../../src/references/references.js';
import { groupByPerson, SharedPasses } from '../../src/storage/shared-passes.js';
import { memoryStore, notingStore } from '../roles/memory-store.js';

const guildId = '100000000000000001';
const person = (n: number): string => `2000000000000${(10_000 + n).toString()}`;

describe('a pass that many share', () => {
	it('is one at a time, and whoever asks meanwhile gets the next one', async () => {
		const passes: string[][] = [];
		let end: (() => void) | undefined;
		const shared = new SharedPasses<string>(async (wanted) => {
			passes.push([...wanted]);
			await new Promise<void>((resolve) => {
				end = resolve;
			});
			return groupByPerson(['a', 'b', 'a'], wanted, (row) => [row]);
		});
		const first = shared.of('a');
		await expect.poll(() => passes).toEqual([['a']]);
		const later = [shared.of('b'), shared.of('c'), shared.of('a')];
		end?.();
		expect(await first).toEqual(['a', 'a']);
		await expect.poll(() => passes.length).toBe(2);
		end?.();
		expect(await Promise.all(later)).toEqual([['b'], [], ['a', 'a']]);
		expect(passes[1]).toEqual(['b', 'c', 'a']);
	});

	it('fails for those who share it alone', async () => {
		let isAway = true;
		const shared = new SharedPasses<string>(async (wanted) => {
			if (isAway) throw new Error('away');
			return groupByPerson(['a'], wanted, (row) => [row]);
		});
		await expect(Promise.all([shared.of('a'), shared.of('b')])).rejects.toThrow('away');
		isAway = false;
		expect(await shared.of('a')).toEqual(['a']);
	});
});

describe('what is stored about members, asked for by a crowd', () => {
	it('is read twice at most, however many ask', async () => {
		const { store, reads } = notingStore(memoryStore());
		let id = 0;
		const references = new References({
			store,
			isHome: () => true,
			now: () => 1_000,
			random: (below) => Math.floor(id++ / 6) % below,
			delay: () => new Promise(() => {}),
			onUnkept: (reference) => expect.unreachable(reference),
		});
		const proposals = new Proposals(
			store,
			() => 1_000,
			() => `proposal-${id++}`,
		);
		for (const n of [1, 2]) {
			await references.issue({ guildId, userId: person(n), why: 'taken' });
			await proposals.keep({ by: person(n), guildId, action: 'lock', why: '' });
		}
		reads.length = 0;
		const crowd = Array.from({ length: 500 }, (_, n) => person(n));
		const [refusals, changes] = await Promise.all([
			Promise.all(crowd.map((each) => references.of(each))),
			Promise.all(crowd.map((each) => proposals.of(each))),
		]);
		for (const found of [refusals, changes])
			expect(found.map(({ length }) => length)).toEqual([0, 1, 1, ...Array(497).fill(0)]);
		expect(reads.filter((read) => read === 'ref:').length).toBeLessThanOrEqual(2);
		expect(reads.filter((read) => read === 'proposal:').length).toBeLessThanOrEqual(2);
	});
});

import { describe, expect, it } from 'vitest';
import { sliceOf, wholeBot } from '../../src/base/slice.js';

/** A guild of this shard of four. */
const guildOfShard = (shard: number): string => String((BigInt(4_000 + shard) << 22n) + 7n);

describe('a slice', () => {
	it('is read as it is written in the settings', () => {
		expect(sliceOf('0-3/16')).toMatchObject({ shards: { ids: [0, 1, 2, 3], count: 16 }, share: 0.25 });
		expect(String(sliceOf('0-3/16'))).toBe('0-3/16');
		expect(sliceOf('5/16')).toMatchObject({ shards: { ids: [5], count: 16 }, isFirst: false });
		expect(sliceOf('0-0/1')).toMatchObject({ share: 1, isFirst: true });
		expect(sliceOf('auto')).toBe(wholeBot);
	});

	it.each(['', '4', '4/4', '3-2/4', '0-4/4', '-1/4', '0-3/0', '0-3/16 ', '1.5/4', '0-99999/99999', '٣/4'])(
		'is none where it says %j',
		(text) => {
			expect(sliceOf(text)).toBeUndefined();
		},
	);

	it('has the guilds of its shards, and no others', () => {
		const slice = sliceOf('1-2/4');
		expect([0, 1, 2, 3].map((shard) => slice?.covers(guildOfShard(shard)))).toEqual([
			false,
			true,
			true,
			false,
		]);
		expect(wholeBot.covers(guildOfShard(3))).toBe(true);
	});

	it('checks its share of the purchases: each is checked by one of all', () => {
		const all = ['0/3', '1/3', '2/3'].flatMap((text) => sliceOf(text) ?? []);
		const hashes = Array.from({ length: 300 }, (_, at) =>
			(at * 2_654_435_761).toString(16).padStart(64, '0'),
		);
		const spread = hashes.map((_, at) => `${(at * 7_919).toString(16).padStart(8, '0')}${'0'.repeat(56)}`);
		for (const hash of [...hashes, ...spread]) {
			expect(all.filter((slice) => slice.owns(hash))).toHaveLength(1);
		}
		const counts = all.map((slice) => spread.filter((hash) => slice.owns(hash)).length);
		expect(Math.min(...counts)).toBeGreaterThan(80);
	});
});

import { expect, it } from 'vitest';
import { sliceOf } from '../../../src/slices/slice.js';
import { containerOf, describeChart, environmentOf, podsOf, renderAll, valuesOf } from './render.js';

/** Odd ones, the fewest, and one shard more and less than goes into the slices evenly. */
const divisions = [1, 2, 3, 4, 5, 7, 10, 16].flatMap((slices) =>
	[...new Set([slices, slices + 1, slices * 2, slices * 3 - 1, 16, 17, 64, 100, 1_024])]
		.filter((shards) => shards >= slices)
		.map((shards) => ({ slices, shards })),
);

describeChart('the slices of the chart', () => {
	it('have every shard once, each about as many, whatever the numbers', async () => {
		const values = await valuesOf('everything');
		const all = await renderAll(divisions.map((division) => ({ ...values, ...division })));
		expect(all.length).toBeGreaterThan(60);
		for (const [at, rendered] of all.entries()) {
			const { slices = 0, shards = 0 } = divisions[at] ?? {};
			const bots = podsOf(rendered).filter(({ spec }) => containerOf(spec).args?.[0] === 'dist/src/main.js');
			expect(bots).toHaveLength(slices);
			// Read as the bot reads it.
			const own = bots.map(
				({ spec }) => sliceOf(environmentOf(containerOf(spec)).get('SHARDS') ?? '')?.shards,
			);
			const ids = own.map((it) => (it === undefined || it === 'auto' ? [] : [...it.ids]));
			expect(own.every((it) => it !== 'auto' && it?.count === shards)).toBe(true);
			expect(ids.flat()).toEqual(Array.from({ length: shards }, (_, shard) => shard));
			const sizes = ids.map(({ length }) => length);
			expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
		}
	});

	it('are one, with all shards, where nothing is said', async () => {
		const all = await renderAll([await valuesOf('sqlite'), await valuesOf('redis')]);
		for (const rendered of all) {
			const shards = podsOf(rendered).map(({ spec }) => environmentOf(containerOf(spec)).get('SHARDS'));
			expect([...new Set(shards)]).toEqual(['auto']);
		}
	});
});

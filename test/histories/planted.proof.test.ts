import { describe, expect, it } from 'vitest';
import { inMemory } from './histories-in-memory.js';
import { plantedBugs } from './planted.js';

const seeds = [3, 4];
/**
 * The number of seeds to try for a planted bug, since the revealing one changes whenever the product saves a store
 * call.
 */
const maxSeeds = 20;

describe('histories of concurrent operations on codes', () => {
	it.each(seeds)('can be explained by sequential operations (seed %i)', async (seed) => {
		const { violations, operations } = await inMemory({ seed, turns: 2 });
		expect(violations).toEqual([]);
		expect(operations).toBeGreaterThan(300);
	});

	it.each(Object.entries(plantedBugs))('reveal %s', async (_, bug) => {
		for (let seed = 1; seed <= maxSeeds; seed += 1) {
			const { violations } = await inMemory({ seed, turns: 2, bug });
			if (violations.length > 0) return;
		}
		expect.unreachable(`${maxSeeds} seeds have not shown it`);
	});
});

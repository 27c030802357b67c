import { describe, expect, it } from 'vitest';
import { inMemory } from './histories-in-memory.js';
import { plantedBugs } from './planted.js';

const seeds = [3, 4];
/** For a planted bug: which of them shows it changes with every call of the store that the product saves. */
const maxSeeds = 20;

describe('histories of concurrent operations on codes', () => {
	it.each(seeds)('can be explained by operations one after the other (seed %i)', async (seed) => {
		const { violations, operations } = await inMemory({ seed, turns: 2 });
		expect(violations).toEqual([]);
		expect(operations).toBeGreaterThan(300);
	});

	it.each(Object.entries(plantedBugs))('show %s', async (_, bug) => {
		for (let seed = 1; seed <= maxSeeds; seed += 1) {
			const { violations } = await inMemory({ seed, turns: 2, bug });
			if (violations.length > 0) return;
		}
		expect.unreachable(`${maxSeeds} seeds have not shown it`);
	});
});

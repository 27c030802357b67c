import { describe, expect, it } from 'vitest';
import { inMemory } from './histories-in-memory.js';
import { plantedBugs } from './planted.js';

const seeds = [3, 4];

describe('histories of concurrent operations on codes', () => {
	it.each(seeds)('can be explained by operations one after the other (seed %i)', async (seed) => {
		const { violations, operations } = await inMemory({ seed, turns: 2 });
		expect(violations).toEqual([]);
		expect(operations).toBeGreaterThan(300);
	});

	it.each(Object.keys(plantedBugs))('show %s', async (planted) => {
		const { violations } = await inMemory({ seed: 1, turns: 2, planted });
		expect(violations).not.toEqual([]);
	});
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawMemory, fleetDocument, memoryPicture } from './fleet-plot.js';
import { drawGrowth, growthDocument, growthPicture } from './growth-plot.js';
import { readMarked } from './marked-section.js';

// `--write` of the benchmark writes both; a table that is changed by hand has a plot of something else.
describe('a plot is drawn of the table that stands beside it', () => {
	it.each([
		['memory by servers', fleetDocument, 'bench fleet memory', drawMemory, memoryPicture],
		['cost by claims', growthDocument, 'bench growth', drawGrowth, growthPicture],
	] as const)('%s', async (_, document, mark, draw, picture) => {
		const table = readMarked(readFileSync(document, 'utf8'), mark);
		expect(await draw(table)).toBe(readFileSync(picture, 'utf8'));
	});
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawMemory, fleetDocument, memoryPicture } from './fleet-plot.js';
import { readMarked } from './marked-section.js';

describe('the plot of memory by servers', () => {
	it('is drawn of the table that stands beside it, which `npm run bench -- fleet --only memory --write` writes', async () => {
		const table = readMarked(readFileSync(fleetDocument, 'utf8'), 'bench fleet: memory');
		expect(await drawMemory(table)).toBe(readFileSync(memoryPicture, 'utf8'));
	});
});

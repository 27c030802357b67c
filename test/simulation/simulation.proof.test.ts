import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rareBranches } from '../world/sometimes.js';
import { simulateMany, Tally } from './seeds.js';
import { simulate } from './simulate.js';

// The small version of `npm run simulate`: the same code with fewer seeds.

/** Seeds that once failed, which must not fail again. */
const regressions = z
	.array(
		z
			.strictObject({
				seed: z.int(),
				clocks: z.literal('wrong').optional(),
				without: z.array(z.int()).optional(),
				found: z.string(),
			})
			.readonly(),
	)
	.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'regressions.json'), 'utf8')));

const seeds = 200;
const patience = 600_000;

describe('the core of the bot under seeded schedules of faults', () => {
	let tally: Tally;

	beforeAll(async () => {
		tally = await simulateMany(0, seeds);
	}, patience);

	it(`is right at every moment of ${seeds} schedules and at their end`, () => {
		expect(tally.seeds).toBe(seeds);
		expect(tally.failures).toEqual([]);
	});

	it('reaches every rare branch in some of them', () => {
		expect(tally.sometimes.missing(rareBranches)).toEqual([]);
	});

	it(
		'is right in every schedule that once failed',
		async () => {
			const again = new Tally();
			for (const { found: _, ...run } of regressions) await again.add(run);
			expect(again.failures).toEqual([]);
		},
		patience,
	);

	it('has the same schedule for the same seed', async () => {
		const traceOf = async (): Promise<string[]> => {
			const lines: string[] = [];
			await simulate({ seed: 7 }, (line) => lines.push(line));
			return lines;
		};
		const first = await traceOf();
		expect(first.length).toBeGreaterThan(20);
		expect(await traceOf()).toEqual(first);
	});
});

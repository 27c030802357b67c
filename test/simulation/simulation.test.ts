import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Run, replayOf, simulate } from './simulate.js';

// The small version of `npm run simulate`: the same code with fewer seeds.

const regressions = z
	.array(
		z.strictObject({
			seed: z.int(),
			processes: z.union([z.literal(1), z.literal(2), z.literal(3)]),
			crashes: z.boolean(),
		}),
	)
	.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'regressions.json'), 'utf8')));

const seeds = 1_000;
const patience = 300_000;

/** What went wrong, with the command that shows it and the line for `regressions.json`. */
async function wrongIn(runs: readonly Run[]): Promise<string[]> {
	const wrong: string[] = [];
	for (const run of runs) {
		const faults = await simulate(run);
		if (faults.length > 0) wrong.push(`${replayOf(run)}\n${JSON.stringify(run)}\n${faults.join('\n')}`);
	}
	return wrong;
}

describe('roles under seeded schedules of faults', () => {
	it(
		'are what the claims say, in every schedule that once ended otherwise',
		async () => {
			expect(await wrongIn(regressions)).toEqual([]);
		},
		patience,
	);

	it(
		`are what the claims say at the end of ${seeds} schedules, with one to three processes, killed or not`,
		async () => {
			const counts = [1, 2, 3] as const;
			const runs = Array.from({ length: seeds }, (_, seed): Run => {
				const processes = counts[seed % counts.length] ?? 1;
				return { seed, processes, crashes: seed % 2 === 1 };
			});
			expect(await wrongIn(runs)).toEqual([]);
		},
		patience,
	);

	it('have the same schedule for the same seed', async () => {
		const traceOf = async (): Promise<string[]> => {
			const lines: string[] = [];
			await simulate({ seed: 7, processes: 3, crashes: true }, (line) => lines.push(line));
			return lines;
		};
		const first = await traceOf();
		expect(first.length).toBeGreaterThan(20);
		expect(await traceOf()).toEqual(first);
	});
});

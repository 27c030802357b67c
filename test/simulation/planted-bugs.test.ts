import { describe, expect, it } from 'vitest';
import { withBug } from './plant.js';
import { plantedBugs } from './planted-bugs.js';

const seeds = 1_000;

describe('the simulation, tested itself', () => {
	it.each(plantedBugs.map((bug) => [bug.name, bug] as const))(
		'finds a planted bug: %s',
		async (_, bug) => {
			await withBug(bug, async (simulate) => {
				for (let seed = 0; seed < seeds; seed += 1) {
					const { faults } = await simulate({ seed });
					if (faults.some((fault) => bug.caught.test(fault))) return;
				}
				expect.unreachable(`${seeds} schedules have not shown it`);
			});
		},
		600_000,
	);
});

import { describe, expect, it } from 'vitest';
import { withBug } from '../planted-bug.js';
import { type PlantedBug, plantedBugs } from './planted-bugs.js';
import { shortened } from './seeds.js';
import type * as simulation from './simulate.js';

const seeds = 2_000;
const patience = 600_000;

type Simulation = Pick<typeof simulation, 'simulate'>;

/** Plays seeds over a product with the bug until one reveals it. */
async function find(
	bug: PlantedBug,
	use: (seed: number, simulate: Simulation['simulate']) => Promise<void> = async () => {},
): Promise<void> {
	await withBug<Simulation>(bug, 'simulation/simulate.ts', async ({ simulate }) => {
		const { firstSeed = 0 } = bug;
		for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
			const { faults } = await simulate({ seed });
			if (faults.some((fault) => bug.caught.test(fault))) return await use(seed, simulate);
		}
		expect.unreachable(`${seeds} schedules have not shown it`);
	});
}

describe('the simulation', () => {
	it.each(plantedBugs.map((bug) => [bug.name, bug] as const))(
		'finds a planted bug: %s',
		async (_, bug) => {
			await find(bug);
		},
		patience,
	);

	it(
		'leaves out acts that aren’t needed for a schedule to go wrong',
		async () => {
			const bug = plantedBugs.find(({ name }) => name === 'one seat too many') ?? expect.unreachable();
			await find(bug, async (seed, simulate) => {
				const short = await shortened({ seed }, simulate);
				const { faults, acts } = await simulate(short);
				expect(faults).not.toEqual([]);
				expect(acts - (short.without ?? []).length).toBeLessThan(acts);
			});
		},
		patience,
	);
});

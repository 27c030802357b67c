import { Sometimes } from '../world/sometimes.js';
import { type Outcome, replayOf, simulate } from './simulate.js';
import type { Run } from './simulated-world.js';

export class Tally {
	readonly sometimes = new Sometimes();
	seeds = 0;
	/** The failed runs, each with the command that reproduces it with as few acts as possible. */
	readonly failures: string[] = [];

	async add(run: Run): Promise<void> {
		const { faults, world } = await simulate(run);
		this.seeds += 1;
		this.sometimes.add(world.sometimes.reached);
		if (faults.length === 0) return;
		const shortest = await shortened(run, simulate);
		const { faults: left } = await simulate(shortest);
		this.failures.push(`${replayOf(shortest)}\n  ${left.join('\n  ')}`);
	}
}

export async function simulateMany(first: number, count: number, clocks?: Run['clocks']): Promise<Tally> {
	const tally = new Tally();
	for (let seed = first; seed < first + count; seed += 1) await tally.add({ seed, clocks });
	return tally;
}

/**
 * Leaves out each act that isn't needed for the run to go wrong, from the last to the first. Since each act has
 * separate dice, the others don't change. Returns the run itself if it isn't wrong, or if no act can be left out.
 */
export async function shortened(
	run: Run,
	play: (run: Run) => Promise<Pick<Outcome, 'faults' | 'acts'>>,
): Promise<Run> {
	const { faults, acts } = await play(run);
	if (faults.length === 0) return run;
	let shortest = run;
	for (let number = acts - 1; number >= 0; number -= 1) {
		const without = [...new Set([...(shortest.without ?? []), number])].toSorted((one, other) => one - other);
		const shorter = { ...run, without };
		if ((await play(shorter)).faults.length > 0) shortest = shorter;
	}
	return shortest;
}

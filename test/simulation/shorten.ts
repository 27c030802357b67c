import type { Outcome } from './simulate.js';
import type { Run } from './simulated-world.js';

/**
 * Leaves out each act that a run goes wrong without, one after another and from the last: since acts have dice of their
 * own, the others stay what they were. Gives the run itself where it is not wrong, or where none can be left out.
 */
export async function shortened(
	run: Run,
	simulate: (run: Run) => Promise<Pick<Outcome, 'faults' | 'acts'>>,
): Promise<Run> {
	const { faults, acts } = await simulate(run);
	if (faults.length === 0) return run;
	let shortest = run;
	for (let number = acts - 1; number >= 0; number -= 1) {
		const without = [...new Set([...(shortest.without ?? []), number])].toSorted((one, other) => one - other);
		const shorter = { ...run, without };
		if ((await simulate(shorter)).faults.length > 0) shortest = shorter;
	}
	return shortest;
}

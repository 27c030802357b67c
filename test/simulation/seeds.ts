import { type Run, replayOf, simulate } from './simulate.js';
import { Sometimes } from './sometimes.js';

/** What many seeds have come to. */
export class Tally {
	readonly sometimes = new Sometimes();
	seeds = 0;
	/** In milliseconds. */
	passedMs = 0;
	acts = 0;
	readonly wrong: { readonly run: Run; readonly faults: readonly string[] }[] = [];

	async add(run: Run, trace?: (line: string) => void): Promise<void> {
		const outcome = await simulate(run, trace);
		this.seeds += 1;
		this.passedMs += outcome.passedMs;
		this.acts += outcome.acts;
		this.sometimes.add(outcome.sometimes.reached);
		if (outcome.faults.length > 0) this.wrong.push({ run, faults: outcome.faults });
	}

	/** Each with the command that shows it. */
	get failures(): readonly string[] {
		return this.wrong.map(({ run, faults }) => `${replayOf(run)}\n  ${faults.join('\n  ')}`);
	}

	get years(): number {
		return this.passedMs / (365.25 * 86_400_000);
	}
}

/** Simulates so many seeds, from the first one on. `isOver`: asked after each. */
export async function simulateMany(
	first: number,
	count: number,
	tally = new Tally(),
	isOver: () => boolean = () => false,
): Promise<Tally> {
	for (let seed = first; seed < first + count && !isOver(); seed += 1) await tally.add({ seed });
	return tally;
}

import { Sometimes } from '../world/sometimes.js';
import { shortened } from './shorten.js';
import { replayOf, simulate } from './simulate.js';
import type { Run } from './simulated-world.js';

export class Tally {
	readonly sometimes = new Sometimes();
	seeds = 0;
	/** In milliseconds. */
	passedMs = 0;
	acts = 0;
	readonly wrong: { readonly run: Run; readonly faults: readonly string[] }[] = [];

	async add(run: Run): Promise<void> {
		const outcome = await simulate(run);
		this.seeds += 1;
		this.passedMs += outcome.passedMs;
		this.acts += outcome.acts;
		this.sometimes.add(outcome.sometimes.reached);
		if (outcome.faults.length === 0) return;
		const shortest = await shortened(run, simulate);
		this.wrong.push({ run: shortest, faults: (await simulate(shortest)).faults });
	}

	/** Each with the command that shows it, with as few acts as it takes. */
	get failures(): readonly string[] {
		return this.wrong.map(({ run, faults }) => `${replayOf(run)}\n  ${faults.join('\n  ')}`);
	}
}

/** Simulates `count` seeds, from the first one on. */
export async function simulateMany(first: number, count: number, clocks?: Run['clocks']): Promise<Tally> {
	const tally = new Tally();
	for (let seed = first; seed < first + count; seed += 1) await tally.add({ seed, clocks });
	return tally;
}

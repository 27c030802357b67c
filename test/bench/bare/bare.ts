import type { StoreName } from '../../counts/count.js';
import { type Contestant, contestants } from './contestants.js';
import { type Figures, measure, type PartName } from './figures.js';
import { tableOf } from './table.js';

interface BareBenchOptions {
	readonly store: StoreName;
	readonly rounds: number;
	readonly only: readonly PartName[];
	readonly print: (line: string) => void;
}

/** Counts are the same in every round, and memory takes minutes to settle. */
const once: readonly PartName[] = ['counts', 'memory'];

/** Measures the product and a bare bot in turns, and prints the medians. */
export async function benchBare({ only, rounds, store, print }: BareBenchOptions): Promise<true> {
	const measured: Record<Contestant['name'], Figures[]> = { bare: [], product: [] };
	for (const part of only) {
		for (let round = 0; round < (once.includes(part) ? 1 : rounds); round += 1) {
			for (const contestant of contestants) {
				measured[contestant.name].push(await measure[part](contestant, store));
				process.stderr.write(`${part}, round ${round + 1}, ${contestant.name}\n`);
			}
		}
	}
	for (const line of tableOf(medians(measured.bare), medians(measured.product))) print(line);
	return true;
}

/** The median of each figure over the rounds that measured it. */
function medians(rounds: readonly Figures[]): Figures {
	const names = new Set(rounds.flatMap((figures) => Object.keys(figures)));
	return Object.fromEntries(
		[...names].map((name) => {
			const values = rounds.flatMap((figures) => figures[name] ?? []).toSorted((a, b) => a - b);
			return [name, values[values.length >> 1]];
		}),
	);
}

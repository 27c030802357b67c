import type { StoreName } from '../../counts/count.js';
import { type Contestant, contestants } from './contestants.js';
import { type Figures, measure, type PartName } from './figures.js';
import { tableOf } from './table.js';

export interface BareBenchOptions {
	readonly store: StoreName;
	readonly rounds: number;
	readonly only: readonly PartName[];
	/** Which of the two; their ratio needs both. */
	readonly who: readonly Contestant['name'][];
	readonly rates: readonly number[];
	readonly verifies: number;
	readonly print: (line: string) => void;
}

/** A count is the same each time, and what memory comes to in the end takes minutes. */
const once: readonly PartName[] = ['counts', 'memory'];

/** Measures the product beside a bare bot, in turns, and prints the medians. */
export async function benchBare(options: BareBenchOptions): Promise<void> {
	const { only, who, rounds, rates, print } = options;
	const measured: Record<Contestant['name'], Figures[]> = { bare: [], product: [] };
	for (const part of only) {
		for (let round = 0; round < (once.includes(part) ? 1 : rounds); round += 1) {
			for (const contestant of contestants) {
				if (!who.includes(contestant.name)) continue;
				const startedAt = performance.now();
				measured[contestant.name].push(await measure[part](contestant, options));
				const took = ((performance.now() - startedAt) / 1_000).toFixed(0);
				process.stderr.write(`${part}, round ${round + 1}, ${contestant.name}: ${took} s\n`);
			}
		}
	}
	const table = tableOf(medians(measured.bare), medians(measured.product), rates);
	for (const line of table) print(line);
}

/** The median of each figure over the rounds in which it was measured. */
function medians(rounds: readonly Figures[]): Figures {
	const names = new Set(rounds.flatMap((figures) => Object.keys(figures)));
	return Object.fromEntries(
		[...names].map((name) => {
			const values = rounds.flatMap((figures) => figures[name] ?? []).toSorted((a, b) => a - b);
			return [name, values[values.length >> 1]];
		}),
	);
}

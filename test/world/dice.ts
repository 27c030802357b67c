import { seededRandom } from '../seeded-random.js';

/** Everything left to chance, from one seed. */
export class Dice {
	/** A number in [0, 1). */
	readonly random: () => number;

	/** `stream`: a seed has many sequences, none of which depends on how much was drawn from another. */
	constructor(seed: number, stream = 0) {
		this.random = seededRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(stream, 0x85ebca6b));
	}

	chance(probability: number): boolean {
		return this.random() < probability;
	}

	below(most: number): number {
		return Math.floor(this.random() * most);
	}

	/** Between `least` and `most`, usually near the least. */
	skewed(least: number, most: number): number {
		return least + (most - least) * this.random() ** 4;
	}

	/** Throws if there is nothing to choose from. */
	pick<Value>(values: readonly Value[]): Value {
		const [first] = values;
		const picked = values[this.below(values.length)] ?? first;
		if (picked === undefined) throw new Error('There is nothing to choose from');
		return picked;
	}

	/** Picks one of the names by their weights. */
	weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
		const entries = Object.entries(weights) as [Name, number][];
		let left = this.random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
		const found = entries.find(([, weight]) => {
			left -= weight;
			return left < 0;
		});
		return (found ?? this.pick(entries))[0];
	}
}

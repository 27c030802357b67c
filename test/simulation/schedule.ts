/** A number in [0, 1), the same sequence for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

interface Due {
	readonly at: number;
	readonly wake: () => void;
}

/**
 * A virtual clock. Time passes only in `run`, from one sleeper to the next, and only when nothing else is left to do:
 * with one source of randomness a seed gives the same schedule on every machine.
 */
export class Schedule {
	readonly random: () => number;
	/** Milliseconds since the epoch, with fractions: two things at the very same time would have no order. */
	time: number;
	/** Told what happens, for who looks into a failing seed. */
	readonly #trace: ((line: string) => void) | undefined;
	/** Soonest last. */
	readonly #due: Due[] = [];

	constructor(seed: number, startsAt: number, trace?: (line: string) => void) {
		this.#trace = trace;
		this.random = seededRandom(seed);
		this.time = startsAt;
	}

	readonly now = (): number => Math.floor(this.time);

	note(what: string, ...details: readonly string[]): void {
		this.#trace?.(`${new Date(this.time).toISOString()} ${what} ${details.join(' ')}`);
	}

	sleep(ms: number): Promise<void> {
		return new Promise((wake) => this.#add({ at: this.time + ms + this.random() / 1_000, wake }));
	}

	/** Between `least` and `most`, near the least mostly. */
	skewed(least: number, most: number): number {
		return least + (most - least) * this.random() ** 4;
	}

	chance(probability: number): boolean {
		return this.random() < probability;
	}

	pick<Value>(values: readonly Value[]): Value | undefined {
		return values[Math.floor(this.random() * values.length)];
	}

	/** Lets time pass until `isOver`, asked after each event, or until `latest`. */
	async run(latest: number, isOver: () => boolean = () => false): Promise<void> {
		for (;;) {
			// A macrotask begins when no promise has anything left to do.
			await new Promise((resolve) => setImmediate(resolve));
			if (isOver()) return;
			const next = this.#due.at(-1);
			if (next === undefined || next.at > latest) break;
			this.#due.pop();
			this.time = next.at;
			next.wake();
		}
		this.time = Math.max(this.time, latest);
	}

	#add(due: Due): void {
		let low = 0;
		let high = this.#due.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.#due[middle]?.at ?? 0) > due.at) low = middle + 1;
			else high = middle;
		}
		this.#due.splice(low, 0, due);
	}
}

import { Dice } from './dice.js';

interface Due {
	readonly at: number;
	readonly wake: () => void;
	isCalledOff: boolean;
}

/**
 * A virtual clock. Time passes only in `run`, from one sleeper to the next, and only when nothing else is left to do:
 * with one source of randomness, a seed gives the same schedule on every machine.
 */
export class Schedule {
	readonly dice: Dice;
	/** Milliseconds since the epoch, with fractions, because two events at exactly the same time would have no order. */
	time: number;
	/** Receives events, for debugging a failing seed. */
	readonly #trace: ((line: string) => void) | undefined;
	/** Soonest last. */
	readonly #due: Due[] = [];

	constructor(seed: number, startsAt: number, trace?: (line: string) => void) {
		this.#trace = trace;
		this.dice = new Dice(seed);
		this.time = startsAt;
	}

	get isTraced(): boolean {
		return this.#trace !== undefined;
	}

	note(what: string, ...details: readonly string[]): void {
		this.#trace?.(`${new Date(this.time).toISOString()} ${what} ${details.join(' ')}`);
	}

	sleep(ms: number): Promise<void> {
		return new Promise((wake) => this.after(ms, wake));
	}

	/** Calls back once, in `ms` milliseconds; the returned function cancels it. */
	after(ms: number, wake: () => void): () => void {
		const due = { at: this.time + ms + this.dice.random() / 1_000, wake, isCalledOff: false };
		this.#add(due);
		return () => {
			due.isCalledOff = true;
		};
	}

	/** Lets time pass until `latest`. */
	async run(latest: number): Promise<void> {
		await this.runDue(latest);
		this.time = Math.max(this.time, latest);
	}

	/** Lets time pass until nothing more is due by `latest`, and no longer. */
	async runDue(latest: number): Promise<void> {
		for (;;) {
			// A macrotask begins when no promise has anything left to do.
			await new Promise((resolve) => setImmediate(resolve));
			let next = this.#due.at(-1);
			while (next?.isCalledOff) {
				this.#due.pop();
				next = this.#due.at(-1);
			}
			if (next === undefined || next.at > latest) break;
			this.#due.pop();
			this.time = next.at;
			next.wake();
		}
	}

	/** Time passes without any process; events due meanwhile happen afterwards. */
	jump(ms: number): void {
		this.time += ms;
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

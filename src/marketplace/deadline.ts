import type { Clock } from '../base/clock.js';

export class Deadline {
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** Aborted at the deadline, or when the caller cancels. */
	readonly signal: AbortSignal;
	readonly #timeUp = new AbortController();
	readonly #cleared = new AbortController();

	/** @param cancel the caller's signal to stop earlier */
	constructor(clock: Clock, at: number, cancel?: AbortSignal) {
		this.at = at;
		const timeUp = this.#timeUp.signal;
		this.signal = cancel === undefined ? timeUp : AbortSignal.any([timeUp, cancel]);
		void clock.delay(Math.max(0, at - clock.now()), this.#cleared.signal).then(() => {
			if (!this.#cleared.signal.aborted) this.#timeUp.abort();
		});
	}

	/** True if the time is over, false if the caller cancelled. */
	get expired(): boolean {
		return this.#timeUp.signal.aborted;
	}

	/** Releases the timer. Always call it. */
	clear(): void {
		this.#cleared.abort();
	}
}

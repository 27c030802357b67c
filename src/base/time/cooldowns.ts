import type { Clock } from '../clock.js';

interface Done {
	readonly at: number;
	readonly pauseMs: number;
}

/** Cooldowns in memory: a restart resets them. Times in ms since the epoch. */
export class Cooldowns {
	readonly #clock: Pick<Clock, 'now'>;
	readonly #done = new Map<string, Done>();

	constructor(clock: Pick<Clock, 'now'>) {
		this.#clock = clock;
	}

	/** Starts a cooldown and returns undefined, or returns the start of the running one. */
	take(key: string, pauseMs: number): number | undefined {
		const now = this.#clock.now();
		for (const [other, { at, pauseMs }] of this.#done) {
			if (now - at >= pauseMs) this.#done.delete(other);
		}
		const last = this.#done.get(key);
		if (last !== undefined) return last.at;
		this.#done.set(key, { at: now, pauseMs });
		return undefined;
	}

	/** Cancels the cooldown because nothing was done. */
	giveBack(key: string): void {
		this.#done.delete(key);
	}
}

import { isRecent } from './is-recent.js';

interface Done {
	readonly at: number;
	readonly pauseMs: number;
}

/** Cooldowns, kept in memory: a restart forgets them, and so does a clock that is set back. Times are milliseconds since the epoch. */
export class Cooldowns {
	readonly #now: () => number;
	readonly #done = new Map<string, Done>();

	constructor(now: () => number) {
		this.#now = now;
	}

	/** Undefined: it is free, and from now on it is not for so long. Else when it was done last. */
	take(key: string, pauseMs: number): number | undefined {
		const now = this.#now();
		for (const [other, { at, pauseMs }] of this.#done) {
			if (!isRecent(at, now, pauseMs)) this.#done.delete(other);
		}
		const last = this.#done.get(key);
		if (last !== undefined) return last.at;
		this.#done.set(key, { at: now, pauseMs });
		return undefined;
	}

	/** Gives back what was taken, since nothing came of it. */
	giveBack(key: string): void {
		this.#done.delete(key);
	}
}

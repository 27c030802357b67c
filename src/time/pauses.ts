interface Done {
	readonly at: number;
	readonly pauseMs: number;
}

/** Cooldowns, kept in memory: a restart forgets them. Times are milliseconds since the epoch. */
export class Pauses {
	readonly #now: () => number;
	readonly #done = new Map<string, Done>();

	constructor(now: () => number) {
		this.#now = now;
	}

	/** Undefined: it is free, and from now on it is not for so long. Else when it was done last. */
	take(key: string, pauseMs: number): number | undefined {
		for (const [other, done] of this.#done) if (!this.#holds(done)) this.#done.delete(other);
		const last = this.#done.get(key);
		if (last !== undefined) return last.at;
		this.#done.set(key, { at: this.#now(), pauseMs });
		return undefined;
	}

	/** Gives back what was taken, since nothing came of it. */
	giveBack(key: string): void {
		this.#done.delete(key);
	}

	/** Not if the clock has stepped back: nobody waits longer than the pause. */
	#holds({ at, pauseMs }: Done): boolean {
		const now = this.#now();
		return now >= at && now - at < pauseMs;
	}
}

import { isRecent } from '../../base/time/is-recent.js';

const windowMs = 60 * 60_000;
/** A retry after a lost response can look the same; so can an update with overlapping processes. */
const mostInWindow = 10;

/**
 * Reports a second bot on the token: one that somebody started by mistake, or a thief's. Both receive every
 * interaction, and the slower one finds each answered. Reported once per process.
 */
export class ElsewhereAlarm {
	readonly #now: () => number;
	readonly #onRise: () => void;
	#times: readonly number[] = [];
	#told = false;

	/** `now`: milliseconds since the epoch. */
	constructor(now: () => number, onRise: () => void) {
		this.#now = now;
		this.#onRise = onRise;
	}

	/** Another process has answered. */
	note(): void {
		if (this.#told) return;
		const now = this.#now();
		this.#times = [...this.#times.filter((time) => isRecent(time, now, windowMs)), now];
		if (this.#times.length < mostInWindow) return;
		this.#told = true;
		this.#onRise();
	}
}

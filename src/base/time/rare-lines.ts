import { isRecent } from './is-recent.js';

const firstPauseMs = 60_000;
const growth = 4;
/** What comes back after a day is another trouble. */
const forgottenAfterMs = 24 * 60 * 60_000;

interface Trouble {
	readonly lastAt: number;
	readonly loggedAt: number;
	readonly pauseMs: number;
}

/**
 * Thins out lines that repeat: after the first one a minute passes until the next, then four, then sixteen. A trouble
 * has eight lines a day at most.
 */
export class RareLines {
	readonly #now: () => number;
	readonly #troubles = new Map<string, Trouble>();

	/** `now`: milliseconds since the epoch. */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** The level for a line about what has just happened: `level` if it is due. `trouble` is one of few. */
	level<Level extends string>(trouble: string, level: Level): Level | 'debug' {
		const now = this.#now();
		const last = this.#troubles.get(trouble);
		const isNew = last === undefined || !isRecent(last.lastAt, now, forgottenAfterMs);
		const pauseMs = isNew ? 0 : last.pauseMs;
		if (!isNew && isRecent(last.loggedAt, now, pauseMs)) {
			this.#troubles.set(trouble, { ...last, lastAt: now });
			return 'debug';
		}
		this.#troubles.set(trouble, {
			lastAt: now,
			loggedAt: now,
			pauseMs: pauseMs === 0 ? firstPauseMs : pauseMs * growth,
		});
		return level;
	}
}

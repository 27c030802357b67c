import type { Clock } from '../clock.js';

const firstPauseMs = 60_000;
const growth = 4;
/** A failure that recurs after a day starts a new series of log lines. */
const forgottenAfterMs = 24 * 60 * 60_000;

interface Trouble {
	readonly lastAt: number;
	readonly loggedAt: number;
	readonly pauseMs: number;
}

/** Repeated lines: after a pause of one minute, then four, then sixteen, at most eight lines a day. */
export class RareLines {
	readonly #clock: Pick<Clock, 'now'>;
	readonly #troubles = new Map<string, Trouble>();

	constructor(clock: Pick<Clock, 'now'>) {
		this.#clock = clock;
	}

	/**
	 * @returns `level` if a line about this failure is due, else `debug`. `trouble`: one of a small, fixed set of keys.
	 */
	level<Level extends string>(trouble: string, level: Level): Level | 'debug' {
		const now = this.#clock.now();
		const last = this.#troubles.get(trouble);
		const isNew = last === undefined || now - last.lastAt >= forgottenAfterMs;
		const pauseMs = isNew ? 0 : last.pauseMs;
		if (!isNew && now - last.loggedAt < pauseMs) {
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

import { delay } from './delay.js';

/** Time, as everything that runs receives it: tests pass a clock of their own. */
export interface Clock {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after `ms` milliseconds, or early when the signal aborts. */
	readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = { now: Date.now, delay };

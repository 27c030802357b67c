import { delay } from './delay.js';

/** The clock dependency; tests pass their own. */
export interface Clock {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after `ms` milliseconds, or early when the signal aborts. */
	readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = { now: Date.now, delay };

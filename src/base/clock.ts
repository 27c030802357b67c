import { setMaxListeners } from 'node:events';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The clock dependency; tests pass their own. */
export interface Clock {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after `ms` milliseconds, or early when the signal aborts. */
	readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** A clock that may be wrong. */
export interface GuardedClock extends Clock {
	/** False while the time is known to be wrong: nothing may be decided by it. */
	readonly isTrusted: () => boolean;
}

/** The time alone. Without `isTrusted` it counts as right. */
export type Time = Pick<Clock, 'now'> & Partial<Pick<GuardedClock, 'isTrusted'>>;

export const systemClock: Clock = { now: Date.now, delay };

/** Unlike Node's timer it resolves when the signal aborts: an error with a stack per wait costs too much. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal?.aborted) {
			resolve();
			return;
		}
		const end = (): void => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', end);
			resolve();
		};
		const timer = setTimeout(end, ms);
		if (signal === undefined) return;
		// Hundreds may wait for one signal, which Node would report as a leak.
		setMaxListeners(0, signal);
		signal.addEventListener('abort', end);
	});
}

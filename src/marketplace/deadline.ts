import type { Clock } from '../base/clock.js';

/** The end of the time that a call has. */
export interface Deadline {
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** Aborted when the time is over, and when the caller gives up. */
	readonly signal: AbortSignal;
	/** Whether the time is over, as opposed to the caller having given up. */
	readonly expired: boolean;
	/** Releases the timer. To be called in any case. */
	clear(): void;
}

/** A deadline at `at` (milliseconds since the epoch); `cancel` is the caller's own request to stop earlier. */
export function startDeadline(clock: Clock, at: number, cancel?: AbortSignal): Deadline {
	const timeUp = new AbortController();
	const cleared = new AbortController();
	void clock.delay(Math.max(0, at - clock.now()), cleared.signal).then(() => {
		if (!cleared.signal.aborted) timeUp.abort();
	});
	return {
		at,
		signal: cancel === undefined ? timeUp.signal : AbortSignal.any([timeUp.signal, cancel]),
		get expired() {
			return timeUp.signal.aborted;
		},
		clear: () => cleared.abort(),
	};
}

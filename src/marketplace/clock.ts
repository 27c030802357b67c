/** Time as a parameter, so that waits and deadlines can be tested without waiting. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Calls `callback` once, in `ms` milliseconds; the returned function cancels it. */
	after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
	now: () => Date.now(),
	after(ms, callback) {
		const timer = setTimeout(callback, ms);
		return () => clearTimeout(timer);
	},
};

/** Resolves after `ms` milliseconds, or as soon as `signal` is aborted. Never rejects: look at the signal. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) {
			resolve();
			return;
		}
		const wake = (): void => {
			callOff();
			signal.removeEventListener('abort', wake);
			resolve();
		};
		const callOff = clock.after(ms, wake);
		signal.addEventListener('abort', wake);
	});
}

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
	const callOff = clock.after(Math.max(0, at - clock.now()), () => timeUp.abort());
	return {
		at,
		signal: cancel === undefined ? timeUp.signal : AbortSignal.any([timeUp.signal, cancel]),
		get expired() {
			return timeUp.signal.aborted;
		},
		clear: callOff,
	};
}

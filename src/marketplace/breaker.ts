import type { Clock } from '../base/clock.js';

/** What a call that was let through has shown: the server answers, it doesn't, or neither (the call was given up). */
export type Evidence = 'up' | 'down' | 'unknown';

/** Permission to send one request. `settle` must be called exactly once, whatever the result. */
export interface Pass {
	readonly kind: 'pass';
	settle(evidence: Evidence): void;
}

/** Somebody else is trying: wait for what the trial shows, and ask again unless that is 'down'. */
interface TrialRunning {
	readonly kind: 'wait';
	readonly evidence: Promise<Evidence>;
}

export interface BreakerOptions {
	readonly clock: Clock;
	/** Consecutive calls without a usable answer after which the server counts as down. */
	readonly failuresUntilSick: number;
	/** The backoff of background work: the first wait, doubled with each failure, and the longest. Milliseconds. */
	readonly backgroundWaitMs: number;
	readonly maxBackgroundWaitMs: number;
}

/**
 * A circuit breaker: while the server is down, one trial call is under way at a time and the others wait for its
 * result. Unlike a breaker with a fixed cool-down it never refuses buyers by time alone, so that the first buyer
 * after the recovery gets through. Background work waits, with exponential backoff.
 */
export interface Breaker {
	readonly sick: boolean;
	enter(): Pass | TrialRunning;
	/** A pass, or the time (milliseconds since the epoch) at which background work may ask again. */
	enterInBackground(): Pass | { readonly kind: 'refused'; readonly retryAt: number };
}

export function createBreaker(options: BreakerOptions): Breaker {
	const { clock, failuresUntilSick, backgroundWaitMs, maxBackgroundWaitMs } = options;
	let failures = 0;
	let trial: Promise<Evidence> | undefined;
	let backgroundAt = 0;

	const isSick = (): boolean => failures >= failuresUntilSick;

	const learn = (evidence: Evidence): void => {
		if (evidence === 'up') failures = 0;
		if (evidence !== 'down') return;
		failures += 1;
		const doublings = Math.min(Math.max(0, failures - failuresUntilSick), 30);
		const wait = Math.min(backgroundWaitMs * 2 ** doublings, maxBackgroundWaitMs);
		backgroundAt = Math.max(backgroundAt, clock.now() + wait);
	};

	const startTrial = (): Pass => {
		const { promise, resolve } = withResolver<Evidence>();
		trial = promise;
		return {
			kind: 'pass',
			settle(evidence) {
				learn(evidence);
				trial = undefined;
				resolve(evidence);
			},
		};
	};

	return {
		get sick() {
			return isSick();
		},
		enter() {
			if (!isSick()) return { kind: 'pass', settle: learn };
			return trial === undefined ? startTrial() : { kind: 'wait', evidence: trial };
		},
		enterInBackground() {
			const now = clock.now();
			if (!isSick()) return { kind: 'pass', settle: learn };
			// A time further ahead than any wait means that the clock was set back.
			const isAhead = now < backgroundAt && backgroundAt - now <= maxBackgroundWaitMs;
			if (isAhead) return { kind: 'refused', retryAt: backgroundAt };
			// Not a trial that buyers wait for: a list may take a minute, and buyers have seconds.
			backgroundAt = now + backgroundWaitMs;
			return { kind: 'pass', settle: learn };
		},
	};
}

/** Promise.withResolvers, which Node 20 doesn't have. */
function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
	let resolve: (value: T) => void = () => {};
	const promise = new Promise<T>((fulfil) => {
		resolve = fulfil;
	});
	return { promise, resolve };
}

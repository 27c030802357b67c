import type { Clock } from '../base/clock.js';
import type { MarketplaceLimits } from './limits.js';

/** Evidence from one call: the server responds, it doesn't, or neither (the call was cancelled). */
export type Evidence = 'up' | 'down' | 'unknown';

/** Permission to send one request. Settle it exactly once, whatever the result. */
export interface Pass {
	readonly kind: 'pass';
	readonly trial?: ReturnType<typeof withResolver<Evidence>>;
}

/** Another caller is trying: wait for the evidence, and enter again unless it is 'down'. */
interface TrialRunning {
	readonly kind: 'wait';
	readonly evidence: Promise<Evidence>;
}

interface BreakerOptions
	extends Pick<MarketplaceLimits, 'failuresUntilSick' | 'backgroundWaitMs' | 'maxBackgroundWaitMs'> {
	readonly clock: Pick<Clock, 'now'>;
}

/**
 * A circuit breaker: while the server is down, one trial call is in flight at a time and the others wait for its
 * result. Unlike a breaker with a fixed cool-down it never refuses buyers by time alone, so that the first buyer after
 * the recovery gets through. Background work waits, with exponential backoff.
 */
export class Breaker {
	readonly #options: BreakerOptions;
	#failures = 0;
	#trial: Promise<Evidence> | undefined;
	#backgroundAt = 0;

	constructor(options: BreakerOptions) {
		this.#options = options;
	}

	get sick(): boolean {
		return this.#failures >= this.#options.failuresUntilSick;
	}

	enter(): Pass | TrialRunning {
		if (!this.sick) return { kind: 'pass' };
		if (this.#trial !== undefined) return { kind: 'wait', evidence: this.#trial };
		const trial = withResolver<Evidence>();
		this.#trial = trial.promise;
		return { kind: 'pass', trial };
	}

	/** A pass, or the time (milliseconds since the epoch) at which background work may try again. */
	enterInBackground(): Pass | { readonly kind: 'refused'; readonly retryAt: number } {
		const { clock, backgroundWaitMs } = this.#options;
		const now = clock.now();
		if (!this.sick) return { kind: 'pass' };
		if (now < this.#backgroundAt) return { kind: 'refused', retryAt: this.#backgroundAt };
		// Not a trial that buyers wait for: a list may take a minute, and buyers have seconds.
		this.#backgroundAt = now + backgroundWaitMs;
		return { kind: 'pass' };
	}

	settle({ trial }: Pass, evidence: Evidence): void {
		this.learn(evidence);
		if (trial === undefined) return;
		this.#trial = undefined;
		trial.resolve(evidence);
	}

	private learn(evidence: Evidence): void {
		const { clock, failuresUntilSick, backgroundWaitMs, maxBackgroundWaitMs } = this.#options;
		if (evidence === 'up') this.#failures = 0;
		if (evidence !== 'down') return;
		this.#failures += 1;
		const doublings = Math.min(Math.max(0, this.#failures - failuresUntilSick), 30);
		const wait = Math.min(backgroundWaitMs * 2 ** doublings, maxBackgroundWaitMs);
		this.#backgroundAt = Math.max(this.#backgroundAt, clock.now() + wait);
	}
}

/** Promise.withResolvers, which Node 20 doesn't have. */
function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
	let resolve: (value: T) => void = () => {};
	const promise = new Promise<T>((fulfil) => {
		resolve = fulfil;
	});
	return { promise, resolve };
}

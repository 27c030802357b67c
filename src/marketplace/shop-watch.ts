import type { CallReport } from './caller.js';

/** An outage that lasts so long is told; shorter ones end before anybody could do anything. */
const outageMs = 20 * 60_000;

export interface ShopWatchOptions {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Called at each failed call of a long outage; `since`: milliseconds since the epoch. */
	readonly onDown: (since: number) => void;
	/** Called at each answer. */
	readonly onUp: () => void;
}

/** Watches how calls to the marketplace end, for an outage that somebody should know of. */
export class ShopWatch {
	readonly #options: ShopWatchOptions;
	#downSince: number | undefined;

	constructor(options: ShopWatchOptions) {
		this.#options = options;
	}

	/** Takes the report of a call. A rate limit says neither that it is up nor that it is down. */
	note({ outcome }: Pick<CallReport, 'outcome'>): void {
		const { now, onDown, onUp } = this.#options;
		if (outcome === 'rate-limited') return;
		if (outcome !== 'unavailable' && outcome !== 'malformed') {
			this.#downSince = undefined;
			onUp();
			return;
		}
		const at = now();
		// A clock that was set back says nothing about how long it has been.
		this.#downSince = Math.min(this.#downSince ?? at, at);
		if (at - this.#downSince >= outageMs) onDown(this.#downSince);
	}
}

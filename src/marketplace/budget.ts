import type { Clock } from '../base/clock.js';
import type { MarketplaceLimits } from './limits.js';

const windowMs = 60_000;

interface BudgetOptions extends Pick<MarketplaceLimits, 'requestsPerMinute' | 'backgroundShare'> {
	readonly clock: Pick<Clock, 'now'>;
}

/** Recent requests of this process, and the server's pause. Real servers allow 60 requests a minute. */
export class Budget {
	readonly #clock: Pick<Clock, 'now'>;
	readonly #allowance: number;
	/** Times of requests, in milliseconds since the epoch. */
	#sent: number[] = [];
	#pausedUntil = 0;

	constructor({ clock, requestsPerMinute, backgroundShare }: BudgetOptions) {
		this.#clock = clock;
		this.#allowance = Math.max(1, Math.floor(requestsPerMinute * backgroundShare));
	}

	spend(): void {
		this.#prune();
		this.#sent.push(this.#clock.now());
	}

	/** No request is sent before this time, in milliseconds since the epoch; in the past if there is no pause. */
	get pausedUntil(): number {
		return this.#pausedUntil;
	}

	/** The server asked for a pause until `until` (milliseconds since the epoch). A pause is never shortened. */
	pause(until: number): void {
		this.#pausedUntil = Math.max(this.#pausedUntil, until);
	}

	/** When background work may send a request; undefined if now. Buyers of a launch must get through on any server. */
	backgroundBlockedUntil(): number | undefined {
		this.#prune();
		if (this.#pausedUntil > this.#clock.now()) return this.#pausedUntil;
		const blockedBy = this.#sent.at(-this.#allowance);
		return blockedBy === undefined ? undefined : blockedBy + windowMs;
	}

	#prune(): void {
		const windowStart = this.#clock.now() - windowMs;
		// Sorted by time: on launch days there are thousands, and only one or two have left the window.
		const past = this.#sent.findIndex((at) => at > windowStart);
		this.#sent.splice(0, past < 0 ? this.#sent.length : past);
	}
}

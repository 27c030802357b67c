import type { Clock } from './clock.js';

const windowMs = 60_000;

/**
 * The requests of the whole process to the marketplace: how many were sent in the last minute, and until when the
 * server asked for silence. Real servers allow 60 requests a minute for one address.
 */
export interface Budget {
	/** Notes one request, whoever sends it. */
	spend(): void;
	/** Milliseconds since the epoch before which nothing at all is sent; in the past where there is no pause. */
	readonly pausedUntil: number;
	/** The server asked for silence until `until` (milliseconds since the epoch). A pause is never shortened. */
	pause(until: number): void;
	/**
	 * Whether background work may send a request now: undefined, or the time (milliseconds since the epoch) at which
	 * it may ask again. Buyers don't ask: servers without that limit exist, and a launch must get through on them.
	 */
	backgroundBlockedUntil(): number | undefined;
}

export interface BudgetOptions {
	readonly clock: Clock;
	/** Requests a minute that the server is expected to allow. */
	readonly perMinute: number;
	/** The part of them (0–1) above which background work stops, so that the rest is left to buyers. */
	readonly backgroundShare: number;
}

export function createBudget({ clock, perMinute, backgroundShare }: BudgetOptions): Budget {
	const allowance = Math.max(1, Math.floor(perMinute * backgroundShare));
	let sent: number[] = [];
	let pausedUntil = 0;

	const prune = (): void => {
		const windowStart = clock.now() - windowMs;
		const firstKept = sent.findIndex((at) => at > windowStart);
		if (firstKept !== 0) sent = firstKept === -1 ? [] : sent.slice(firstKept);
	};

	return {
		spend() {
			prune();
			sent.push(clock.now());
		},
		get pausedUntil() {
			return pausedUntil;
		},
		pause(until) {
			pausedUntil = Math.max(pausedUntil, until);
		},
		backgroundBlockedUntil() {
			const now = clock.now();
			if (pausedUntil > now) return pausedUntil;
			prune();
			const lastInTheWay = sent.at(-allowance);
			return lastInTheWay === undefined ? undefined : lastInTheWay + windowMs;
		},
	};
}

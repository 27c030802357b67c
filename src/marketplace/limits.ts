/** Limits of the calls to the marketplace. Times in milliseconds. */
export interface MarketplaceLimits {
	/** For connecting, TLS included. */
	readonly connectMs: number;
	readonly connections: number;
	/** For a whole call with a single result, and for the list. */
	readonly singleMs: number;
	readonly listMs: number;
	/** Idle timeout within a list. */
	readonly listSilenceMs: number;
	readonly singleBytes: number;
	readonly listBytes: number;
	readonly maxAttempts: number;
	/** The wait before the second request, doubled for each further one; jitter shortens it by up to half. */
	readonly retryWaitMs: number;
	/** The pause after a 429 without a duration, and the longest one that a server can impose. */
	readonly defaultPauseMs: number;
	readonly maxPauseMs: number;
	/** Requests a minute that the server is expected to allow all processes. */
	readonly requestsPerMinute: number;
	/** The fraction (0–1) of them above which background work stops, so that the rest is left to buyers. */
	readonly backgroundShare: number;
	/** Consecutive calls without a usable response after which the server counts as down: trials are then made one at a time. */
	readonly failuresUntilSick: number;
	/** Backoff of background work while the server is down: the first wait, doubled with each failure, and the longest. */
	readonly backgroundWaitMs: number;
	readonly maxBackgroundWaitMs: number;
}

export const defaultLimits: MarketplaceLimits = {
	connectMs: 2_000,
	connections: 32,
	singleMs: 2_500,
	listMs: 60_000,
	listSilenceMs: 15_000,
	singleBytes: 1024 * 1024,
	listBytes: 64 * 1024 * 1024,
	maxAttempts: 3,
	retryWaitMs: 200,
	defaultPauseMs: 1_000,
	maxPauseMs: 5 * 60_000,
	requestsPerMinute: 60,
	backgroundShare: 0.5,
	failuresUntilSick: 3,
	backgroundWaitMs: 1_000,
	maxBackgroundWaitMs: 60_000,
};

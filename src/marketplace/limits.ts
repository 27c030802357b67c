/** Limits of the calls to the marketplace. Times in milliseconds. */
export const defaultLimits = {
	/** For connecting, TLS included. */
	connectMs: 2_000,
	connections: 32,
	/** For a whole call with a single result, and for the list. */
	singleMs: 2_500,
	listMs: 60_000,
	/** Idle timeout within a list. */
	listSilenceMs: 15_000,
	singleBytes: 1024 * 1024,
	listBytes: 64 * 1024 * 1024,
	maxAttempts: 3,
	/** The wait before the second request, doubled for each further one; jitter shortens it by up to half. */
	retryWaitMs: 200,
	/** The pause after a 429 without a duration, and the longest one that a server can impose. */
	defaultPauseMs: 1_000,
	maxPauseMs: 5 * 60_000,
	/** Requests a minute that the server is expected to allow all processes. */
	requestsPerMinute: 60,
	/** The fraction (0–1) of them above which background work stops, so that the rest is left to buyers. */
	backgroundShare: 0.5,
	/** Consecutive requests without a usable response until the server counts as down, and gets one trial at a time. */
	failuresUntilSick: 3,
	/** Backoff of background work while the server is down: the first wait, doubled with each failure, and the longest. */
	backgroundWaitMs: 1_000,
	maxBackgroundWaitMs: 60_000,
};

export type MarketplaceLimits = Readonly<typeof defaultLimits>;

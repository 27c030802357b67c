const windowMs = 60_000;

/** Limits the requests per minute from the single address that everything here uses. */
export class RateLimit {
	/** No limit if undefined. Can be changed at any time. */
	perMinute: number | undefined;
	#taken: number[] = [];

	constructor(perMinute: number | undefined) {
		this.perMinute = perMinute;
	}

	/**
	 * Counts a request at `now` (milliseconds since the epoch), or returns the seconds until the next one is accepted.
	 */
	take(now: number): { readonly retryAfterSeconds: number } | undefined {
		this.#taken = this.#taken.filter((at) => at > now - windowMs);
		const [oldest] = this.#taken;
		if (this.perMinute !== undefined && this.#taken.length >= this.perMinute) {
			return { retryAfterSeconds: Math.ceil(((oldest ?? now) + windowMs - now) / 1_000) };
		}
		this.#taken.push(now);
		return undefined;
	}
}

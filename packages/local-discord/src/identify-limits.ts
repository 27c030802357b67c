/** https://discord.com/developers/docs/events/gateway#identifying */
const aDay = 24 * 60 * 60 * 1000;
export const identifiesADay = 1000;
/** https://discord.com/developers/docs/events/gateway#sharding-max-concurrency */
const bucketMs = 5_000;

/** Limits logins: a number per day, and one per five seconds in each bucket of shards. */
export class IdentifyLimits {
	/**
	 * The number of shards that may log in concurrently, as in `GET /gateway/bot`: shards with the same remainder share a
	 * bucket. If undefined, it is reported as 1 and not enforced, so that a test can start one bot after another.
	 */
	maxConcurrency: number | undefined;
	#total = 0;
	#times: number[] = [];
	readonly #buckets = new Map<number, number>();

	/** The number since the start, not counting those that came too soon. */
	get total(): number {
		return this.#total;
	}

	/** The number left at `now` (milliseconds since the epoch). */
	left(now: number): number {
		this.#forget(now);
		return Math.max(0, identifiesADay - this.#times.length);
	}

	/** Milliseconds until the oldest login of the day expires; a day if there is none. */
	resetAfter(now: number): number {
		this.#forget(now);
		return (this.#times[0] ?? now) + aDay - now;
	}

	/** Counts a shard's login, or returns the reason why it is refused. */
	take(shard: number, now: number): 'taken' | 'too-soon' | 'day-is-over' {
		const bucket = shard % (this.maxConcurrency ?? 1);
		const last = this.#buckets.get(bucket);
		const isTooSoon = this.maxConcurrency !== undefined && last !== undefined && now - last < bucketMs;
		if (isTooSoon) return 'too-soon';
		if (this.left(now) === 0) return 'day-is-over';
		this.#buckets.set(bucket, now);
		this.#times.push(now);
		this.#total += 1;
		return 'taken';
	}

	#forget(now: number): void {
		this.#times = this.#times.filter((at) => at > now - aDay);
	}
}

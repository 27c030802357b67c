import type { Clock } from '../base/clock.js';

/** A thousand broken guilds can each stay within their own limit and together cause a ban. */
const windowMs = 10 * 60_000;
const max = 900;
/** Beyond this only requests that a member waits for are sent, so that members are still served. */
const maxByBackground = 500;
/** Includes refused answers to interactions. A rush of those doesn't reduce the limit of the rest. */
const maxWithAnswers = 5_000;

const refusedStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Limits the refused requests of this process. Discord bans an IP address after 10,000 refusals in ten minutes, counted
 * across everything behind that address.
 */
export class RefusedRequests {
	readonly #clock: Pick<Clock, 'now'>;
	#times: number[] = [];
	#timesOfAnswers: number[] = [];
	/** Requests without a response yet: each may be refused. */
	#inFlight = 0;

	constructor(clock: Pick<Clock, 'now'>) {
		this.#clock = clock;
	}

	/** Counts a response from Discord by its HTTP status. `isAuthorized`: the request carried the bot token. */
	note(status: number, isAuthorized: boolean): void {
		if (refusedStatuses.has(status))
			(isAuthorized ? this.#times : this.#timesOfAnswers).push(this.#clock.now());
	}

	/** Makes a request if there is room for a refusal; undefined if not. `isUrgent`: a member waits for it. */
	async attempt<Result>(isUrgent: boolean, request: () => Promise<Result>): Promise<Result | undefined> {
		const since = this.#clock.now() - windowMs;
		this.#times = this.#times.filter((at) => at >= since);
		this.#timesOfAnswers = this.#timesOfAnswers.filter((at) => at >= since);
		const own = this.#times.length + this.#inFlight;
		if (own >= (isUrgent ? max : maxByBackground)) return undefined;
		if (own + this.#timesOfAnswers.length >= maxWithAnswers) return undefined;
		this.#inFlight += 1;
		try {
			return await request();
		} finally {
			this.#inFlight -= 1;
		}
	}
}

const windowMs = 10 * 60_000;
/** Discord bans an IP address after 10,000 refusals in ten minutes, counted across everything behind it. */
const maxInWindow = 900;
/** Beyond this only requests that a member waits for are sent, so that members are still served. */
const maxByBackground = 500;
/** With refused answers to interactions, of which a rush may cause many. They leave the budget of the rest alone. */
const maxOfAll = 5_000;

const refused: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * How often Discord has refused the whole bot in the last ten minutes. A thousand servers with broken roles and
 * channels can each stay within their own budget and together cause a ban.
 */
export class Refusals {
	readonly #now: () => number;
	#times: number[] = [];
	#timesOfAnswers: number[] = [];
	/** Requests without a response yet: each may be refused. */
	#inFlight = 0;

	/** `now`: milliseconds since the epoch. */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** Counts a response of Discord's by its HTTP status. `isAuthorized`: the request carried the bot token. */
	note(status: number, isAuthorized: boolean): void {
		if (refused.has(status)) (isAuthorized ? this.#times : this.#timesOfAnswers).push(this.#now());
	}

	/** Makes a request if the budget has room for a refusal; undefined if not. `isUrgent`: a member waits for it. */
	async attempt<Result>(isUrgent: boolean, request: () => Promise<Result>): Promise<Result | undefined> {
		const since = this.#now() - windowMs;
		this.#times = withoutOld(this.#times, since);
		this.#timesOfAnswers = withoutOld(this.#timesOfAnswers, since);
		const own = this.#times.length + this.#inFlight;
		if (own >= (isUrgent ? maxInWindow : maxByBackground)) return undefined;
		if (own + this.#timesOfAnswers.length >= maxOfAll) return undefined;
		this.#inFlight += 1;
		try {
			return await request();
		} finally {
			this.#inFlight -= 1;
		}
	}
}

function withoutOld(times: number[], since: number): number[] {
	return (times[0] ?? since) < since ? times.filter((at) => at >= since) : times;
}

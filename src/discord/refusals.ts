import type { Pace } from './pace.js';

const windowMs = 10 * 60_000;
/** Discord bans an IP address after 10,000 refusals in ten minutes, counted across everything behind it. */
const mostInWindow = 900;
/** Beyond this only requests that somebody waits for are sent, so that members are still served. */
const mostByBackground = 500;

const refused: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * How often Discord has refused the whole bot in the last ten minutes. A thousand servers with broken roles and
 * channels can each stay within their own budget and together cause a ban.
 */
export class Refusals {
	readonly #now: () => number;
	readonly #pace: Pick<Pace, 'turn'>;
	#times: number[] = [];
	/** Calls without an answer yet: each may be refused. */
	#underWay = 0;

	/** `now`: milliseconds since the epoch. */
	constructor(now: () => number, pace: Pick<Pace, 'turn'>) {
		this.#now = now;
		this.#pace = pace;
	}

	/** Counts an answer of Discord's by its HTTP status. */
	note(status: number): void {
		if (refused.has(status)) this.#times.push(this.#now());
	}

	/** How many there were in the last ten minutes. */
	get count(): number {
		const since = this.#now() - windowMs;
		if ((this.#times[0] ?? since) < since) this.#times = this.#times.filter((at) => at >= since);
		return this.#times.length;
	}

	/**
	 * Makes a call when its turn comes, if the budget has room for a refusal; undefined: not now. `isUrgent`: somebody
	 * waits for it.
	 */
	async attempt<Result>(isUrgent: boolean, call: () => Promise<Result>): Promise<Result | undefined> {
		const most = isUrgent ? mostInWindow : mostByBackground;
		if (this.count + this.#underWay >= most) return undefined;
		this.#underWay += 1;
		try {
			const turn = this.#pace.turn();
			if (turn !== undefined) await turn;
			return await call();
		} finally {
			this.#underWay -= 1;
		}
	}
}

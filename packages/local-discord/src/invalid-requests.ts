import type { Clock } from './clock.js';

/** Then the address is banned for a while: https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans */
export const invalidRequestsBeforeBan = 10_000;
const window = 10 * 60 * 1000;
const counted: ReadonlySet<number> = new Set([401, 403, 429]);

/** Counts what Discord counts against the bot's IP address: 401, 403 and 429, except a 429 of a shared limit. */
export class InvalidRequests {
	readonly #clock: Clock;
	#times: number[] = [];
	#most = 0;
	#total = 0;

	/** @internal */
	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** In the last ten minutes. */
	get recent(): number {
		return this.#recent().length;
	}

	/** The most in any ten minutes so far. */
	get most(): number {
		return this.#most;
	}

	/** Since the start. */
	get total(): number {
		return this.#total;
	}

	/**
	 * An answer was sent.
	 * @internal
	 */
	note(status: number, headers: Readonly<Record<string, string>> = {}): void {
		if (!counted.has(status) || headers['X-RateLimit-Scope'] === 'shared') return;
		this.#times = [...this.#recent(), this.#clock.now()];
		this.#total += 1;
		this.#most = Math.max(this.#most, this.#times.length);
	}

	#recent(): number[] {
		const since = this.#clock.now() - window;
		return this.#times.filter((at) => at > since);
	}
}

import type { Clock } from './clock.js';

/** https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans */
export const invalidRequestsBeforeBan = 10_000;
const windowMs = 10 * 60 * 1000;
/** Discord publishes no duration; operators report about an hour. */
const banMs = 60 * 60 * 1000;
const counted: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Counts the responses that Discord counts against the bot's IP address: 401, 403 and 429, except a 429 with scope
 * `shared`. Too many of them in ten minutes get the address banned for an hour.
 */
export class InvalidRequests {
	/** The number of invalid requests in ten minutes that gets the address banned. */
	banFrom = invalidRequestsBeforeBan;
	readonly #clock: Clock;
	readonly #times: number[] = [];
	#total = 0;
	#bannedUntil = 0;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** The number in the last ten minutes. */
	get recent(): number {
		this.#forget();
		return this.#times.length;
	}

	/** The number since the start. */
	get total(): number {
		return this.#total;
	}

	/** Milliseconds until the address is served again; 0 without a ban. */
	get bannedForMs(): number {
		return Math.max(0, this.#bannedUntil - this.#clock.now());
	}

	/** Counts a response. A banned address that keeps sending is banned again when the ban ends. */
	note(status: number, headers: Readonly<Record<string, string>> = {}): void {
		if (!counted.has(status) || headers['X-RateLimit-Scope'] === 'shared') return;
		this.#times.push(this.#clock.now());
		this.#forget();
		this.#total += 1;
		if (this.#times.length >= this.banFrom && this.bannedForMs === 0) {
			this.#bannedUntil = this.#clock.now() + banMs;
		}
	}

	#forget(): void {
		const since = this.#clock.now() - windowMs;
		const expired = this.#times.findIndex((at) => at > since);
		this.#times.splice(0, expired === -1 ? this.#times.length : expired);
	}
}

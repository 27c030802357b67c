/** Discord takes 50 requests a second of a whole bot: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit. The rest is for what nobody can plan. */
const perSecondOfAll = 45;

/**
 * Lets calls go out no faster than Discord takes them, for all processes of the bot together. Answers to interactions
 * don't count there, and never wait here.
 */
export class Pace {
	readonly #everyMs: number;
	readonly #burst: number;
	readonly #now: () => number;
	readonly #delay: (ms: number) => Promise<void>;
	/** When the next call would be due if they came evenly; in the past where there is room for some at once. */
	#next = Number.NEGATIVE_INFINITY;

	/** `share`: this process' part, above 0 and at most 1. `now`: milliseconds since the epoch. */
	constructor(share: number, now: () => number, delay: (ms: number) => Promise<void>) {
		this.#burst = Math.max(1, perSecondOfAll * share);
		this.#everyMs = 1_000 / this.#burst;
		this.#now = now;
		this.#delay = delay;
	}

	/** Resolves when a call may be sent; undefined: now. */
	turn(): Promise<void> | undefined {
		const now = this.#now();
		// A second's calls may come at once. A clock that was set back makes nobody wait for it.
		const earliest = now - this.#burst * this.#everyMs;
		this.#next = Math.min(Math.max(this.#next, earliest), now + 60_000) + this.#everyMs;
		const waitMs = this.#next - now;
		return waitMs < 1 ? undefined : this.#delay(waitMs);
	}
}

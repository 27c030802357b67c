/** Discord takes 50 requests a second of a whole bot: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit. The rest is for what nobody can plan. */
const perSecondOfAll = 45;
/** So many may come at once after a pause. Together with the second that follows they are no more than Discord takes. */
const atOnceOfAll = 5;
/**
 * Calls that have to wait go out at these moments, three at a time: what is read and written around them is then put
 * together, which halves what a role costs the processor.
 */
const momentsPerSecond = perSecondOfAll / 3;

/**
 * Lets calls go out no faster than Discord takes them, for all processes of the bot together. Answers to interactions
 * don't count there, and never wait here.
 */
export class Pace {
	readonly #everyMs: number;
	readonly #aheadMs: number;
	readonly #now: () => number;
	readonly #delay: (ms: number) => Promise<void>;
	/** When the next call would be due if they came evenly; in the past where there is room for some at once. */
	#next = Number.NEGATIVE_INFINITY;

	/** `share`: this process' part, above 0 and at most 1. `now`: milliseconds since the epoch. */
	constructor(share: number, now: () => number, delay: (ms: number) => Promise<void>) {
		this.#everyMs = 1_000 / Math.max(1, perSecondOfAll * share);
		this.#aheadMs = Math.max(1, atOnceOfAll * share) * this.#everyMs;
		this.#now = now;
		this.#delay = delay;
	}

	/** Resolves when a call may be sent; undefined: now. */
	turn(): Promise<void> | undefined {
		const now = this.#now();
		// A clock that was set back makes nobody wait for it.
		const next = Math.min(Math.max(this.#next, now - this.#aheadMs), now + 60_000);
		this.#next = next + this.#everyMs;
		if (this.#next - now < 1) return undefined;
		// A rounding error is not to cost a whole moment.
		const moment = Math.ceil((this.#next / 1_000) * momentsPerSecond - 0.001);
		return this.#delay((moment / momentsPerSecond) * 1_000 - now);
	}
}

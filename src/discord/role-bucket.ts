import type { WireAnswer } from './wire.js';

/** Discord's clock may be a little behind; discord.js waits as long. */
export const leewayMs = 50;
/** Ends of windows that are closer to each other are one window's, in seconds. */
const sameWindow = 0.1;

/**
 * What Discord's answers have told of one guild's limit, and how many calls are under way there. Times are in
 * milliseconds since the epoch. https://discord.com/developers/docs/topics/rate-limits#header-format
 */
export class RoleBucket {
	/** How many calls the window has left, as told. Those under way may be among them. At first one call finds out. */
	#left = 1;
	/** Calls in this window whose answer was lost: they may have been counted later than what was told. */
	#lost = 0;
	/** When the window ends by Discord's clock, in seconds. Answers of one window may overtake each other. */
	#window = 0;
	#endsAt = 0;
	/** When Discord takes calls again that has refused one. */
	#heldUntil = 0;
	/** Discord has refused what its answers had allowed: from then on calls are sent one by one. */
	#isMisled = false;
	#underWay = 0;

	/** Whether it can be forgotten: nothing is under way, and the next call need not wait. */
	isIdle(now: number): boolean {
		return this.#underWay === 0 && this.wait(now) === 0;
	}

	/** Milliseconds until a call may be sent, 0: now. Undefined: it depends on the next answer. */
	wait(now: number): number | undefined {
		if (now < this.#heldUntil) return this.#heldUntil - now;
		const free = this.#left - this.#lost - this.#underWay;
		if (this.#underWay === 0) return free > 0 ? 0 : Math.max(0, this.#endsAt - now);
		return !this.#isMisled && free > 0 ? 0 : undefined;
	}

	/** Before each call. */
	sent(): void {
		this.#underWay += 1;
	}

	/** After each call. Undefined: there was no answer. */
	answered(answer: Pick<WireAnswer, 'status' | 'headers'> | undefined, now: number): void {
		this.#underWay -= 1;
		const { status = 0, headers = {} } = answer ?? {};
		const seconds = (name: string): number => Number(headers[name] ?? 0);
		if (status === 429) {
			if (headers['x-ratelimit-global'] !== undefined) return;
			this.#isMisled = true;
			this.#left = 0;
			this.#heldUntil = Math.max(this.#heldUntil, now + seconds('retry-after') * 1_000 + leewayMs);
			this.#endsAt = this.#heldUntil;
		} else if (now < this.#heldUntil) {
			// It was sent before the refusal, and says nothing about the time after it.
		} else if (headers['x-ratelimit-remaining'] !== undefined) {
			const left = Number(headers['x-ratelimit-remaining']);
			const window = seconds('x-ratelimit-reset');
			if (window < this.#window - sameWindow) return;
			const isSame = window !== 0 && window < this.#window + sameWindow;
			this.#left = isSame ? Math.min(this.#left, left) : left;
			if (!isSame) [this.#window, this.#lost] = [window, 0];
			this.#endsAt = now + seconds('x-ratelimit-reset-after') * 1_000 + leewayMs;
		} else if (status >= 200 && status < 300) this.#left = Number.POSITIVE_INFINITY;
		else this.#lost += 1;
	}
}

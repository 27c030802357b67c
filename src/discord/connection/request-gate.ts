import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';

export interface RequestGateOptions {
	/** Requests that may be in flight together. */
	readonly maxInFlight: number;
	/** A request that would wait longer for the end of a pause is given up: its caller decides when to try again. */
	readonly maxWaitMs: number;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after `ms` milliseconds. */
	readonly delay: (ms: number) => Promise<void>;
}

/** discord.js' errors for a request that Discord has answered. */
const responses = [DiscordAPIError, HTTPError, RateLimitError];

interface Waiting {
	readonly since: number;
	readonly resolve: () => void;
	readonly reject: (error: Error) => void;
}

/**
 * Holds requests back while Discord refuses all of them. After a pause one goes ahead of the others, so that few reach
 * a Discord that goes on refusing.
 */
export class RequestGate {
	readonly #options: RequestGateOptions;
	#inFlight = 0;
	#pauses = 0;
	#pausedUntil = Number.NEGATIVE_INFINITY;
	/** After a pause, until a response shows that Discord accepts requests again. */
	#isProbing = false;
	readonly #waiting: Waiting[] = [];

	constructor(options: RequestGateOptions) {
		this.#options = options;
	}

	/**
	 * Sends a request as soon as it may be sent. Rejects with `refusal` if that takes too long, or if the request is of
	 * no use any more by then.
	 */
	async pass<Result>(send: () => Promise<Result>, isOfUse = (): boolean => true): Promise<Result> {
		await this.#enter();
		if (!isOfUse()) {
			this.#leave(false);
			throw refusal();
		}
		const pauses = this.#pauses;
		let isAnswered = false;
		try {
			const result = await send();
			isAnswered = true;
			return result;
		} catch (error) {
			isAnswered = responses.some((response) => error instanceof response);
			throw error;
		} finally {
			this.#leave(isAnswered && pauses === this.#pauses);
		}
	}

	/** Lets nothing through for `ms` milliseconds: Discord has refused a request, and would refuse all of these. */
	pause(ms: number): void {
		const { now, maxWaitMs } = this.#options;
		const until = now() + ms;
		this.#pauses += 1;
		this.#isProbing = true;
		if (until <= this.#pausedUntil) return;
		this.#pausedUntil = until;
		const late = this.#waiting.filter(({ since }) => until - since > maxWaitMs);
		for (const waiting of late) {
			this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
			waiting.reject(refusal());
		}
		void this.#reopen();
	}

	async #enter(): Promise<void> {
		const { now, maxWaitMs } = this.#options;
		const since = now();
		if (this.#pausedUntil - since > maxWaitMs) throw refusal();
		if (this.#waiting.length === 0 && this.#hasRoom()) {
			this.#inFlight += 1;
			return;
		}
		await new Promise<void>((resolve, reject) => this.#waiting.push({ since, resolve, reject }));
	}

	#leave(isAccepted: boolean): void {
		this.#inFlight -= 1;
		if (isAccepted && this.#options.now() >= this.#pausedUntil) this.#isProbing = false;
		this.#admit();
	}

	async #reopen(): Promise<void> {
		const { now, delay } = this.#options;
		// A timer may end a little early by the clock.
		for (let ms = this.#pausedUntil - now(); ms > 0; ms = this.#pausedUntil - now())
			await delay(Math.ceil(ms));
		this.#admit();
	}

	#hasRoom(): boolean {
		if (this.#options.now() < this.#pausedUntil) return false;
		return this.#inFlight < (this.#isProbing ? 1 : this.#options.maxInFlight);
	}

	#admit(): void {
		while (this.#waiting.length > 0 && this.#hasRoom()) {
			this.#inFlight += 1;
			this.#waiting.shift()?.resolve();
		}
	}
}

/** An error that counts as passing, without a route: whatever was to be sent is not sent now. */
export function refusal(): HTTPError {
	return new HTTPError(429, 'Discord refuses requests for now', '', '', {});
}

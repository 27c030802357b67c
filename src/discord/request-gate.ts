import { HTTPError } from 'discord.js';

/** With Discord's usual 100 ms a request, more than its 50 requests a second. */
const maxInFlight = 8;
/** A request that would wait longer is given up: its caller decides when to try again. */
export const maxWaitMs = 60_000;

export interface RequestGateOptions {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after `ms` milliseconds. */
	readonly delay: (ms: number) => Promise<void>;
}

interface Waiting {
	readonly since: number;
	readonly resolve: () => void;
	readonly reject: (error: Error) => void;
}

/**
 * Holds the bot's requests back while Discord refuses all of them. Few are in flight together, so that few reach a
 * Discord that has banned the address before the first refusal is known, and after a pause one goes ahead of the others.
 */
export class RequestGate {
	readonly #options: RequestGateOptions;
	#inFlight = 0;
	#pausedUntil = Number.NEGATIVE_INFINITY;
	/** After a pause, until a response shows that Discord accepts requests again. */
	#isProbing = false;
	readonly #waiting: Waiting[] = [];

	constructor(options: RequestGateOptions) {
		this.#options = options;
	}

	/** Resolves when a request may be sent; each must `leave` when it has ended. Rejects if that takes too long. */
	async enter(): Promise<void> {
		const since = this.#options.now();
		if (this.#pausedUntil - since > maxWaitMs) throw refusal();
		if (this.#waiting.length === 0 && this.#hasRoom()) {
			this.#inFlight += 1;
			return;
		}
		await new Promise<void>((resolve, reject) => this.#waiting.push({ since, resolve, reject }));
	}

	/** `isAccepted`: Discord has responded, and not refused everything. */
	leave(isAccepted: boolean): void {
		this.#inFlight -= 1;
		if (isAccepted && this.#options.now() >= this.#pausedUntil) this.#isProbing = false;
		this.#admit();
	}

	/** Lets nothing through for so long. */
	pause(ms: number): void {
		const until = this.#options.now() + ms;
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

	async #reopen(): Promise<void> {
		const { now, delay } = this.#options;
		// A timer may end a little early by the clock.
		for (let ms = this.#pausedUntil - now(); ms > 0; ms = this.#pausedUntil - now())
			await delay(Math.ceil(ms));
		this.#admit();
	}

	#hasRoom(): boolean {
		if (this.#options.now() < this.#pausedUntil) return false;
		return this.#inFlight < (this.#isProbing ? 1 : maxInFlight);
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

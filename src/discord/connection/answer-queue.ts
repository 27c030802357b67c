/** Discord's limit for all requests without a token from one address, where it counts them. */
const perSecond = { acknowledgement: 50, edit: 45 } as const;
const windowMs = 1_000;
/** How long answers are paced after Discord has refused one. */
const pacedMs = 60_000;

export type AnswerKind = keyof typeof perSecond;

/** Discord would no longer accept the answer by the time it may be sent. */
export class TooLate extends Error {}

export interface AnswerQueueOptions {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after `ms` milliseconds, early when the signal aborts. */
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Waiting {
	readonly until: number;
	readonly resolve: () => void;
	readonly reject: (error: TooLate) => void;
}

/**
 * Paces answers to interactions once Discord has refused some: acknowledgements, which are void after three seconds, go
 * before edits, which have fifteen minutes. Until then everything is sent immediately.
 */
export class AnswerQueue {
	readonly #options: AnswerQueueOptions;
	readonly #waiting: Record<AnswerKind, Waiting[]> = { acknowledgement: [], edit: [] };
	/** When the answers of the last second were sent, while answers are paced. */
	#sentAt: number[] = [];
	#pausedUntil = Number.NEGATIVE_INFINITY;
	#pacedUntil = Number.NEGATIVE_INFINITY;
	/** Set while answers wait; ends the pause before the next one. */
	#wake: AbortController | undefined;

	constructor(options: AnswerQueueOptions) {
		this.#options = options;
	}

	/** Undefined: the answer may be sent now. Else resolves when it may, or rejects if that is not before `until`. */
	turn(kind: AnswerKind, until: number): Promise<void> | undefined {
		const now = this.#options.now();
		if (now >= until) return Promise.reject(new TooLate());
		if (now >= this.#pacedUntil && this.#wake === undefined) return undefined;
		return new Promise((resolve, reject) => {
			const lane = this.#waiting[kind];
			const behind = lane.findIndex((other) => other.until > until);
			lane.splice(behind === -1 ? lane.length : behind, 0, { until, resolve, reject });
			if (this.#wake === undefined) void this.#send();
			else this.#wake.abort();
		});
	}

	/** Discord has refused an answer, and with it all others for so long. */
	pause(ms: number): void {
		const now = this.#options.now();
		this.#pausedUntil = Math.max(this.#pausedUntil, now + ms);
		this.#pacedUntil = this.#pausedUntil + pacedMs;
		// Discord counts anew from then on.
		this.#sentAt = [];
	}

	async #send(): Promise<void> {
		const { now, delay } = this.#options;
		for (;;) {
			const kind = this.#waiting.acknowledgement.length > 0 ? 'acknowledgement' : 'edit';
			const [next] = this.#waiting[kind];
			if (next === undefined) break;
			const ms = this.#wait(perSecond[kind]);
			if (now() + ms >= next.until) {
				this.#waiting[kind].shift();
				next.reject(new TooLate());
			} else if (ms > 0) {
				this.#wake = new AbortController();
				await delay(Math.ceil(ms), this.#wake.signal);
			} else {
				this.#waiting[kind].shift();
				this.#sentAt.push(now());
				next.resolve();
			}
		}
		this.#wake = undefined;
	}

	#wait(max: number): number {
		const now = this.#options.now();
		this.#sentAt = this.#sentAt.filter((at) => at > now - windowMs);
		const oldest = this.#sentAt.at(-max);
		return Math.max(this.#pausedUntil - now, oldest === undefined ? 0 : oldest + windowMs - now);
	}
}

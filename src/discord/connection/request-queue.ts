import { DiscordAPIError, HTTPError } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { DiscordLimit } from './rate-limit-headers.js';

/**
 * Requests with the bot token in flight together: more than 50 a second at Discord's usual 100 ms, but few enough that,
 * with some answers to interactions, fewer than ten reach a Discord that has banned the address before its first
 * refusal.
 */
const maxInFlight = 6;
/** Discord's limit for requests without a token, per address. */
const perSecond = { acknowledgement: 50, edit: 45 } as const;
const windowMs = 1_000;
/** How long answers are paced after Discord has rejected one. */
const pacedMs = 60_000;

/** Answers to interactions go before requests with the bot token, acknowledgements first. */
const kinds = ['acknowledgement', 'edit', 'bot'] as const;
export type RequestKind = (typeof kinds)[number];

/** Discord's limit lasts longer than the request is useful. Counts as a transient failure. */
export class TooLate extends HTTPError {
	constructor() {
		super(429, 'Discord is rejecting requests for now', '', '', {});
	}
}

/** A 429: the request is repeated in the queue. */
export class Limited extends HTTPError {
	readonly limit: DiscordLimit;

	constructor(limit: DiscordLimit) {
		super(429, 'Discord asks to wait', '', '', {});
		this.limit = limit;
	}
}

interface WaitingRequest {
	readonly until: number;
	readonly resolve: (isProbe: boolean) => void;
	readonly reject: (error: TooLate) => void;
}

const maxRepeats = 10;
/** A request with the bot token that has to wait for longer is rejected: its caller decides when to retry. */
export const maxWaitMs = 60_000;

/**
 * The only queue for requests to Discord, and the only place that repeats a 429. Holds nothing back until Discord
 * rejects a request. Acknowledgements, which expire after three seconds, go before edits, which have fifteen minutes.
 */
export class RequestQueue {
	readonly #clock: Pick<Clock, 'now' | 'delay'>;
	/** The ends of the pauses of every request, of answers, and of requests with the bot token. */
	readonly #pausedUntil = { address: 0, answers: 0, bot: 0 };
	/** After a ban of the address, one request probes whether it has ended before the others follow. */
	#probe: 'none' | 'due' | 'sent' = 'none';
	#botInFlight = 0;
	readonly #waiting: Record<RequestKind, WaitingRequest[]> = { acknowledgement: [], edit: [], bot: [] };
	/** Send times of the answers of the last second, while answers are paced. */
	#sentAt: number[] = [];
	#pacedUntil = Number.NEGATIVE_INFINITY;
	#wakesAt = Number.POSITIVE_INFINITY;

	constructor(clock: Pick<Clock, 'now' | 'delay'>) {
		this.#clock = clock;
	}

	/**
	 * Sends a request as soon as Discord may accept it, and again if it rejects with Limited. Rejects with TooLate if that
	 * isn't before `until`, in milliseconds since the epoch; without it, each pause may last a minute.
	 */
	async send<Result>(
		kind: RequestKind,
		until: number | undefined,
		request: () => Promise<Result>,
	): Promise<Result> {
		for (let repeats = 0; ; repeats += 1) {
			try {
				return await this.#sendOnce(kind, until ?? this.#clock.now() + maxWaitMs, request);
			} catch (error) {
				if (!(error instanceof Limited)) throw error;
				const { scope, waitMs } = error.limit;
				const isLate = until !== undefined && this.#clock.now() + waitMs >= until;
				if (isLate || repeats === maxRepeats) throw new TooLate();
				// Other limits have paused the queue.
				if (scope === 'route') await this.#clock.delay(waitMs);
			}
		}
	}

	async #sendOnce<Result>(kind: RequestKind, until: number, request: () => Promise<Result>): Promise<Result> {
		const turn = this.#turn(kind, until);
		// Don't await anything for an acknowledgement while Discord accepts everything.
		const isProbe = turn === undefined ? false : await turn;
		let isAnswered = true;
		try {
			return await request();
		} catch (error) {
			isAnswered = error instanceof DiscordAPIError || error instanceof HTTPError;
			throw error;
		} finally {
			if (kind === 'bot') this.#botInFlight -= 1;
			// If it was refused, the next one is due already.
			if (isProbe && this.#probe === 'sent') this.#probe = isAnswered ? 'none' : 'due';
			this.#admit();
		}
	}

	/** Pauses the whole scope of a rejected request. `isAuthorized`: the request carried the bot token. */
	pause({ scope, waitMs }: DiscordLimit, isAuthorized: boolean): void {
		if (scope === 'route') return;
		const paused = scope === 'address' ? 'address' : isAuthorized ? 'bot' : 'answers';
		const until = Math.max(this.#pausedUntil[paused], this.#clock.now() + waitMs);
		this.#pausedUntil[paused] = until;
		if (paused === 'address') this.#probe = 'due';
		if (paused !== 'bot') this.#pacedUntil = Math.max(this.#pacedUntil, until + pacedMs);
		this.#admit();
	}

	/** @returns undefined if the request may be sent now; it then counts as sent */
	#turn(kind: RequestKind, until: number): Promise<boolean> | undefined {
		const isFirst = this.#waiting[kind].length === 0;
		const now = this.#clock.now();
		if (isFirst && this.#probe === 'none' && !this.#isLate(kind, until, now) && this.#begin(kind, now))
			return undefined;
		return new Promise((resolve, reject) => {
			const line = this.#waiting[kind];
			const behind = line.findIndex((other) => other.until > until);
			line.splice(behind === -1 ? line.length : behind, 0, { until, resolve, reject });
			this.#admit();
		});
	}

	/** Sends queued requests that may go, rejects late ones, and schedules itself for the end of a wait. */
	#admit(): void {
		// Read once: a wait that ended between two readings would leave the queue without a timer.
		const now = this.#clock.now();
		for (const kind of kinds) {
			const line = this.#waiting[kind];
			for (let next = line[0]; next !== undefined; next = line[0]) {
				const isLate = this.#isLate(kind, next.until, now);
				const isProbe = this.#probe === 'due';
				if (!isLate && !this.#begin(kind, now)) break;
				line.shift();
				if (isLate) next.reject(new TooLate());
				else next.resolve(isProbe);
			}
			const waitMs = this.#waitMs(kind, now);
			if (line.length > 0 && waitMs > 0) this.#wakeAt(now + waitMs);
		}
	}

	#begin(kind: RequestKind, now: number): boolean {
		const isFull = kind === 'bot' && this.#botInFlight >= maxInFlight;
		if (isFull || this.#probe === 'sent' || this.#waitMs(kind, now) > 0) return false;
		if (this.#probe === 'due') this.#probe = 'sent';
		if (kind === 'bot') this.#botInFlight += 1;
		else if (now < this.#pacedUntil) this.#sentAt.push(now);
		return true;
	}

	/** A request with the bot token waits for requests in flight without a limit. */
	#isLate(kind: RequestKind, until: number, now: number): boolean {
		if (kind === 'bot') return this.#pauseEnd(kind) >= until;
		return now + this.#waitMs(kind, now) >= until;
	}

	/** Milliseconds until the pause, and the paced second, have ended. */
	#waitMs(kind: RequestKind, now: number): number {
		const pauseMs = Math.max(0, this.#pauseEnd(kind) - now);
		if (kind === 'bot' || now >= this.#pacedUntil) return pauseMs;
		this.#sentAt = this.#sentAt.filter((at) => at > now - windowMs);
		const oldest = this.#sentAt.at(-perSecond[kind]);
		return Math.max(pauseMs, oldest === undefined ? 0 : oldest + windowMs - now);
	}

	#pauseEnd(kind: RequestKind): number {
		const { address, answers, bot } = this.#pausedUntil;
		return Math.max(address, kind === 'bot' ? bot : answers);
	}

	#wakeAt(at: number): void {
		if (at >= this.#wakesAt) return;
		this.#wakesAt = at;
		void this.#clock.delay(Math.max(0, Math.ceil(at - this.#clock.now()))).then(() => {
			this.#wakesAt = Number.POSITIVE_INFINITY;
			this.#admit();
		});
	}
}

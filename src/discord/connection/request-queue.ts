import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { DiscordLimit } from './rate-limit-headers.js';

/**
 * Requests with the bot token in flight together. With Discord's usual 100 ms a request, more than its 50 requests a
 * second. And few enough that, with some answers to interactions, fewer than ten reach a Discord that has banned the
 * address before the first refusal is known.
 */
const maxInFlight = 6;
/** Discord's limit for all requests without a token from one address, where it counts them. */
const perSecond = { acknowledgement: 50, edit: 45 } as const;
const windowMs = 1_000;
/** How long answers are paced after Discord has refused one. */
const pacedMs = 60_000;

/** Answers to interactions go before what carries the bot token, acknowledgements first. */
const kinds = ['acknowledgement', 'edit', 'bot'] as const;
export type RequestKind = (typeof kinds)[number];

/** Discord refuses the request for longer than it is of use. Counts as a passing failure. */
export class TooLate extends HTTPError {
	constructor() {
		super(429, 'Discord refuses requests for now', '', '', {});
	}
}

/** Requests that Discord refuses together. */
class Group {
	inFlight = 0;
	pauses = 0;
	pausedUntil = Number.NEGATIVE_INFINITY;
	/** After a pause one request goes ahead of the others, until a response shows that Discord accepts them again. */
	isProbing = false;
}

interface WaitingRequest {
	readonly until: number;
	readonly resolve: () => void;
	readonly reject: (error: TooLate) => void;
}

/**
 * The one queue before Discord. Sends everything immediately until Discord refuses a request; then holds back what it
 * would refuse too. Acknowledgements, which are void after three seconds, go before edits, which have fifteen minutes.
 */
export class RequestQueue {
	readonly #clock: Pick<Clock, 'now' | 'delay'>;
	readonly #address = new Group();
	readonly #answers = new Group();
	readonly #bot = new Group();
	readonly #waiting: Record<RequestKind, WaitingRequest[]> = { acknowledgement: [], edit: [], bot: [] };
	/** When the answers of the last second were sent, while answers are paced. */
	#sentAt: number[] = [];
	#pacedUntil = Number.NEGATIVE_INFINITY;
	#wakesAt = Number.POSITIVE_INFINITY;

	constructor(clock: Pick<Clock, 'now' | 'delay'>) {
		this.#clock = clock;
	}

	/**
	 * Sends a request as soon as Discord may accept it. Rejects with TooLate if that is not before `until` (milliseconds
	 * since the epoch); for a request with the bot token, if a pause lasts longer.
	 */
	async send<Result>(kind: RequestKind, until: number, request: () => Promise<Result>): Promise<Result> {
		const turn = this.#turn(kind, until);
		// Nothing is awaited for an acknowledgement while Discord refuses nothing.
		if (turn !== undefined) await turn;
		const groups = this.#groupsOf(kind);
		const pauses = groups.map((group) => group.pauses);
		let isAnswered = false;
		try {
			const result = await request();
			isAnswered = true;
			return result;
		} catch (error) {
			isAnswered = responses.some((response) => error instanceof response);
			throw error;
		} finally {
			const now = this.#clock.now();
			for (const [at, group] of groups.entries()) {
				group.inFlight -= 1;
				const isAccepted = isAnswered && pauses[at] === group.pauses && now >= group.pausedUntil;
				if (isAccepted) group.isProbing = false;
			}
			this.#admit();
		}
	}

	/** Discord has refused a request, and with it all of its scope. `isAuthorized`: it carried the bot token. */
	pause({ scope, waitMs }: DiscordLimit, isAuthorized: boolean): void {
		if (scope === 'route') return;
		const group = scope === 'address' ? this.#address : isAuthorized ? this.#bot : this.#answers;
		const now = this.#clock.now();
		group.pauses += 1;
		group.pausedUntil = Math.max(group.pausedUntil, now + waitMs);
		group.isProbing = group !== this.#answers;
		if (group !== this.#bot) {
			this.#pacedUntil = Math.max(this.#pacedUntil, group.pausedUntil + pacedMs);
			// Discord counts anew from then on.
			this.#sentAt = [];
		}
		this.#admit();
	}

	/** Undefined if the request may be sent now, and counts as sent. */
	#turn(kind: RequestKind, until: number): Promise<void> | undefined {
		const isFirst = this.#waiting[kind].length === 0;
		if (isFirst && !this.#isLate(kind, until) && this.#begin(kind)) return undefined;
		return new Promise((resolve, reject) => {
			const line = this.#waiting[kind];
			const behind = line.findIndex((other) => other.until > until);
			line.splice(behind === -1 ? line.length : behind, 0, { until, resolve, reject });
			this.#admit();
		});
	}

	/** Sends what may be sent, gives up what is late, and comes back when a wait is over. */
	#admit(): void {
		for (const kind of kinds) {
			const line = this.#waiting[kind];
			for (let next = line[0]; next !== undefined; next = line[0]) {
				const isLate = this.#isLate(kind, next.until);
				if (!isLate && !this.#begin(kind)) break;
				line.shift();
				if (isLate) next.reject(new TooLate());
				else next.resolve();
			}
			const waitMs = this.#waitMs(kind);
			if (line.length > 0 && waitMs > 0) this.#wakeIn(waitMs);
		}
	}

	#begin(kind: RequestKind): boolean {
		const groups = this.#groupsOf(kind);
		const isFull =
			groups.some(({ isProbing, inFlight }) => isProbing && inFlight > 0) ||
			(kind === 'bot' && this.#bot.inFlight >= maxInFlight);
		if (isFull || this.#waitMs(kind) > 0) return false;
		for (const group of groups) group.inFlight += 1;
		const now = this.#clock.now();
		if (kind !== 'bot' && now < this.#pacedUntil) this.#sentAt.push(now);
		return true;
	}

	/** A request with the bot token waits for those in flight without an end. */
	#isLate(kind: RequestKind, until: number): boolean {
		if (kind === 'bot') return this.#pausedUntil(kind) >= until;
		return this.#clock.now() + this.#waitMs(kind) >= until;
	}

	/** Until the end of a pause, and of the pace's second. */
	#waitMs(kind: RequestKind): number {
		const now = this.#clock.now();
		const pauseMs = Math.max(0, this.#pausedUntil(kind) - now);
		if (kind === 'bot' || now >= this.#pacedUntil) return pauseMs;
		this.#sentAt = this.#sentAt.filter((at) => at > now - windowMs);
		const oldest = this.#sentAt.at(-perSecond[kind]);
		return Math.max(pauseMs, oldest === undefined ? 0 : oldest + windowMs - now);
	}

	#pausedUntil(kind: RequestKind): number {
		return Math.max(...this.#groupsOf(kind).map((group) => group.pausedUntil));
	}

	#groupsOf(kind: RequestKind): readonly Group[] {
		return [this.#address, kind === 'bot' ? this.#bot : this.#answers];
	}

	#wakeIn(ms: number): void {
		const at = this.#clock.now() + ms;
		if (at >= this.#wakesAt) return;
		this.#wakesAt = at;
		void this.#clock.delay(Math.ceil(ms)).then(() => {
			this.#wakesAt = Number.POSITIVE_INFINITY;
			this.#admit();
		});
	}
}

/** discord.js' errors for a request that Discord has answered. */
const responses = [DiscordAPIError, HTTPError, RateLimitError];

import { StoreUnavailableError } from '../../base/errors.js';
import type { Servers } from '../../floors.js';
import type { Verification, VerifyOutcome, VerifyRequest } from './verify.js';

type Floor = Servers & { readonly verification: Verification };

export interface WaitingMember {
	readonly request: VerifyRequest;
	/** When the shop may be asked again, if it said so, in milliseconds since the epoch. */
	readonly retryAt: number | undefined;
	/** When the answer can no longer be edited, in milliseconds since the epoch. */
	readonly until: number;
	/** Called with the time of the next try whenever that changes. */
	notify(nextTryAt: number): Promise<unknown>;
}

/** A definite outcome, or `gave-up` if there was none in time. Rejects as `verify`, but retries while the store is away. */
export type WaitedFor = VerifyOutcome | 'gave-up';

interface WaitingEntry extends WaitingMember {
	/** The last notification, which must finish before the result is delivered. */
	notified: Promise<unknown>;
	readonly over: AbortController;
	/** Time is up, the member waits for another code, or the bot stops. */
	isLastTry: boolean;
	end(result: WaitedFor): void;
	fail(error: unknown): void;
}

/** Milliseconds before each try; the last one repeats. */
const pauses = [5_000, 10_000, 20_000, 40_000, 60_000] as const;
/** Milliseconds between two members' tries if the shop has a rate limit, which new requests need too. */
const pacedMs = 1_500;
/** Maximum waiting members: as many as a rate-limited shop can answer in time. Their codes are kept only in memory. */
const maxWaiting = 500;
const maxParallelEdits = 25;

/**
 * Members whose codes wait for the shop, each for the latest one. They try one at a time, with growing pauses; once it
 * answers, the others follow, so that an outage costs one request a minute. Nothing is stored: a stop ends all waits.
 */
export class WaitingRoom {
	readonly #floor: Floor;
	/** By member, longest wait first. */
	readonly #entries = new Map<string, WaitingEntry>();
	#failures = 0;
	#nextTryAt = 0;
	/** Set after a rate limit: from then on tries are spaced out. */
	#isPaced = false;
	#isRunning = false;
	/** Its code is being checked. */
	#tried: WaitingEntry | undefined;
	readonly #stopping = new AbortController();

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	get size(): number {
		return this.#entries.size;
	}

	/** Retries until there is an answer, time is up or the bot stops. */
	async wait(waiting: WaitingMember): Promise<WaitedFor> {
		const { request, until, retryAt = 0 } = waiting;
		this.#giveUp(this.#entries.get(request.userId));
		const { clock } = this.#floor;
		const now = clock.now();
		if (this.#stopping.signal.aborted || this.size >= maxWaiting || until <= now) return 'gave-up';
		if (!this.#isRunning) this.#nextTryAt = now + pauses[0];
		this.#nextTryAt = Math.max(this.#nextTryAt, Math.min(retryAt, until));
		return await new Promise<WaitedFor>((resolve, reject) => {
			const over = new AbortController();
			const close = (): void => {
				over.abort('over');
				if (this.#entries.get(request.userId) === entry) this.#entries.delete(request.userId);
			};
			const entry: WaitingEntry = {
				...waiting,
				over,
				isLastTry: false,
				notified: Promise.resolve(),
				end: (result) => {
					close();
					void entry.notified.then(() => resolve(result));
				},
				fail: (error) => {
					close();
					reject(error);
				},
			};
			this.#moveLast(entry);
			void this.#notify(entry);
			void clock.delay(until - now, over.signal).then(() => {
				if (!over.signal.aborted) this.#giveUp(entry);
			});
			if (!this.#isRunning) void this.#run();
		});
	}

	/** Ends all waits with `gave-up`. Members whose code is being checked still get its result. */
	stop(): void {
		this.#stopping.abort();
		for (const entry of [...this.#entries.values()]) this.#giveUp(entry);
	}

	/** A member whose code is being checked still gets its result: the claim may be made already. */
	#giveUp(entry: WaitingEntry | undefined): void {
		if (entry === undefined) return;
		if (this.#tried === entry) entry.isLastTry = true;
		else entry.end('gave-up');
	}

	async #run(): Promise<void> {
		const { clock } = this.#floor;
		this.#isRunning = true;
		this.#failures = 0;
		for (let [entry] = this.#entries.values(); entry !== undefined; [entry] = this.#entries.values()) {
			const ms = this.#nextTryAt - clock.now();
			// Meanwhile the next try may be postponed, and another member may be first.
			if (ms > 0) await clock.delay(ms, this.#stopping.signal);
			else await this.#try(entry);
		}
		this.#isRunning = false;
		this.#isPaced = false;
	}

	async #try(entry: WaitingEntry): Promise<void> {
		const { verification, served, clock } = this.#floor;
		const { settings: _, ...request } = entry.request;
		if (!served.serves(request.guildId)) return entry.end('gave-up');
		let outcome: VerifyOutcome;
		this.#tried = entry;
		try {
			// The roles and settings of the interaction are minutes old.
			outcome = await verification.verify({ ...request, heldRoles: undefined });
		} catch (error) {
			if (entry.isLastTry || !(error instanceof StoreUnavailableError)) return entry.fail(error);
			// It would fail for all. If the claim was recorded nevertheless, the next try finds it.
			outcome = { kind: 'uncheckable', reason: 'unavailable' };
		} finally {
			this.#tried = undefined;
		}
		if (!isPassing(outcome)) {
			this.#failures = 0;
			this.#nextTryAt = clock.now() + (this.#isPaced ? pacedMs : 0);
			return entry.end(outcome);
		}
		if (entry.isLastTry) entry.end('gave-up');
		// To the end of the line: the shop may be unable to answer this one code.
		if (this.#entries.get(request.userId) === entry) this.#moveLast(entry);
		this.#failures += 1;
		this.#isPaced ||= outcome.kind === 'uncheckable' && outcome.reason === 'rate-limited';
		const pause = pauses[Math.min(this.#failures, pauses.length - 1)] ?? 0;
		this.#nextTryAt = Math.max(clock.now() + pause, outcome.retryAt ?? 0);
		await this.#notifyAll();
	}

	#moveLast(entry: WaitingEntry): void {
		const { userId } = entry.request;
		this.#entries.delete(userId);
		this.#entries.set(userId, entry);
	}

	async #notifyAll(): Promise<void> {
		const all = [...this.#entries.values()];
		for (let at = 0; at < all.length; at += maxParallelEdits) {
			await Promise.all(all.slice(at, at + maxParallelEdits).map((entry) => this.#notify(entry)));
		}
	}

	#notify(entry: WaitingEntry): Promise<unknown> {
		const notify = async (): Promise<void> => {
			if (!entry.over.signal.aborted) await entry.notify(this.#nextTryAt);
		};
		// A message that can no longer be edited must not hold back the result.
		entry.notified = entry.notified.then(notify).catch(() => undefined);
		return entry.notified;
	}
}

/** @returns true if another try may succeed without the member's doing. The staff see to a refused key or code. */
function isPassing(
	outcome: VerifyOutcome,
): outcome is Extract<VerifyOutcome, { kind: 'uncheckable' | 'limited' }> {
	if (outcome.kind === 'uncheckable') return outcome.reason !== 'bad-key' && outcome.reason !== 'refused';
	return outcome.kind === 'limited' && outcome.because === 'still-checking';
}

import { once } from 'node:events';
import { type Clock, minuteMs, systemClock } from '../base/clock.js';
import type { Random } from '../base/random.js';
import { judge, judgeError } from './attempt-outcome.js';
import {
	accountEndpoint,
	allItemsEndpoint,
	type Endpoint,
	itemEndpoint,
	validationEndpoint,
} from './endpoints.js';
import type { ItemList } from './indexed-item.js';
import { defaultLimits, type MarketplaceLimits } from './limits.js';
import { isLong } from './long-list.js';
import {
	type AttemptOutcome,
	failed,
	type MarketplaceFailure,
	type MarketplaceResult,
	unavailable,
} from './result.js';
import type { Account, Item, Purchase } from './schemas.js';
import type { ShopCalls } from './shop-calls.js';
import { httpTransport, type Transport, type TransportOptions } from './transport.js';

export interface CallOptions {
	/** Cancels the call. It then fails as unavailable. */
	readonly signal?: AbortSignal;
	/** `buyer`, the default: a person waits. `background`: `rate-limited` or `unavailable` if it could delay one. */
	readonly priority?: 'buyer' | 'background';
}

export interface MarketplaceClientOptions extends Pick<TransportOptions, 'baseUrl' | 'apiKey'> {
	/** Encoding of the purchase code in the body: servers read both. */
	readonly body: 'form' | 'json';
	readonly clock?: Clock | undefined;
	readonly random?: Random;
	readonly transport?: Transport;
	readonly limits?: Partial<MarketplaceLimits>;
	readonly calls?: ShopCalls | undefined;
}

/** Evidence from one call: the server responds, it doesn't, or neither (the call was cancelled). */
type Evidence = 'up' | 'down' | 'unknown';

/**
 * The marketplace's four operations. No call rejects because of the network or the server: every failure is one of
 * MarketplaceFailure's kinds, and each call ends within its timeout. Connects lazily: nothing is sent before the first
 * call. One client for the process, because it holds the budget of requests. While the server is down, one buyer's
 * request is in flight at a time and the others wait for its result: a breaker with a fixed cool-down would refuse the
 * first buyers after the recovery.
 */
export class MarketplaceClient {
	readonly #options: MarketplaceClientOptions;
	readonly #limits: MarketplaceLimits;
	readonly #clock: Clock;
	readonly #transport: Transport;
	/** Times of the last minute's requests, in milliseconds since the epoch. */
	#sent: number[] = [];
	/** The server asked for a pause until then. */
	#pausedUntil = 0;
	/** Consecutive calls without a usable response. */
	#failures = 0;
	#trial: Promise<Evidence> | undefined;
	/** When background work may send the next request to a server that is down. */
	#backgroundAt = 0;

	constructor(options: MarketplaceClientOptions) {
		this.#options = options;
		this.#limits = { ...defaultLimits, ...options.limits };
		this.#clock = options.clock ?? systemClock;
		this.#transport = options.transport ?? httpTransport({ ...options, ...this.#limits });
	}

	/** The account that owns the key. The only call that reliably detects a bad key. */
	accountDetails(options?: CallOptions): Promise<MarketplaceResult<Account>> {
		return this.#call(accountEndpoint, options);
	}

	/** Every item of the account. May take a minute. */
	allItems(options?: CallOptions): Promise<MarketplaceResult<ItemList>> {
		return this.#call(allItemsEndpoint, options);
	}

	item(id: number, options?: CallOptions): Promise<MarketplaceResult<Item>> {
		return this.#call(itemEndpoint(id), options);
	}

	/** `invalid-code` proves nothing by itself because a bad key gets the same answer: see PurchaseCheck. */
	async validatePurchase(code: string, options?: CallOptions): Promise<MarketplaceResult<Purchase>> {
		const { body, calls } = this.#options;
		const result = await this.#call(validationEndpoint(code, body), options);
		if (result.ok) calls?.noteUnread(result.value.unread);
		return result;
	}

	/** Closes every connection; calls in flight fail as unavailable. */
	close(): Promise<void> {
		return this.#transport.close();
	}

	/** Makes a call within the timeout, the budget and the pauses, with retries where they can help. */
	async #call<T>(
		endpoint: Endpoint<T>,
		{ signal, priority = 'buyer' }: CallOptions = {},
	): Promise<MarketplaceResult<T>> {
		const startedAt = this.#clock.now();
		const { listMs, singleMs, maxAttempts } = this.#limits;
		const limitMs = endpoint.size === 'list' ? listMs : singleMs;
		const isBuyers = priority === 'buyer';
		const call = startCall(endpoint, isBuyers, this.#clock, limitMs, signal);
		try {
			for (;;) {
				const outcome = isBuyers ? await this.#attemptForBuyer(call) : await this.#attemptInBackground(call);
				const delay = this.#retryDelay(outcome, call);
				// Background work has its own schedule: an immediate retry would only add load.
				if (isBuyers && delay !== undefined && call.requests < maxAttempts) {
					await this.#clock.delay(delay, call.signal);
					continue;
				}
				const { kind, ...more } = outcome.ok ? ({ kind: 'ok' } as const) : outcome.failure;
				this.#options.calls?.note({
					endpoint: endpoint.name,
					outcome: kind,
					...('reason' in more && { reason: more.reason }),
					requests: call.requests,
					ms: this.#clock.now() - startedAt,
				});
				return outcome.ok ? outcome : { ok: false, failure: outcome.failure };
			}
		} finally {
			call.clear();
		}
	}

	/** Waits for a pause and for another buyer's trial. */
	async #attemptForBuyer<T>(call: Call<T>): Promise<AttemptOutcome<T>> {
		while (!call.signal.aborted) {
			const pausedMs = this.#pausedUntil - this.#clock.now();
			if (pausedMs > 0) {
				if (this.#pausedUntil >= call.deadlineAt)
					return failed({ kind: 'rate-limited', retryAt: this.#pausedUntil });
				await this.#clock.delay(pausedMs, call.signal);
			} else if (this.#trial === undefined || !this.#isSick) return await this.#attempt(call);
			else if ((await Promise.race([this.#trial, once(call.signal, 'abort')])) === 'down')
				return failed(notResponding);
		}
		return failed(call.outOfTime());
	}

	/** Buyers of a launch must get through on any server. */
	async #attemptInBackground<T>(call: Call<T>): Promise<AttemptOutcome<T>> {
		const { requestsPerMinute, backgroundShare, backgroundWaitMs } = this.#limits;
		const now = this.#clock.now();
		this.#forgetBefore(now - minuteMs);
		const blockedBy = this.#sent.at(-Math.max(1, Math.floor(requestsPerMinute * backgroundShare)));
		const retryAt = this.#pausedUntil > now ? this.#pausedUntil : blockedBy && blockedBy + minuteMs;
		if (retryAt !== undefined) return failed({ kind: 'rate-limited', retryAt });
		if (this.#isSick) {
			if (now < this.#backgroundAt) return failed(notResponding);
			this.#backgroundAt = now + backgroundWaitMs;
		}
		return await this.#attempt(call);
	}

	/** Counts the request immediately: concurrent callers would be admitted too. */
	async #attempt<T>(call: Call<T>): Promise<AttemptOutcome<T>> {
		const now = this.#clock.now();
		this.#forgetBefore(now - minuteMs);
		this.#sent.push(now);
		call.requests += 1;
		// Buyers don't wait for background work: a list may take a minute, and buyers have seconds.
		const isTrial = call.isBuyers && this.#isSick;
		const answered = this.#exchange(call).then((outcome) => {
			if (isTrial) this.#trial = undefined;
			return { outcome, evidence: this.#learn(outcome, call) };
		});
		if (isTrial) this.#trial = answered.then(({ evidence }) => evidence);
		return (await answered).outcome;
	}

	async #exchange<T>(call: Call<T>): Promise<AttemptOutcome<T>> {
		const { endpoint, signal } = call;
		const { singleMs, singleBytes, listSilenceMs, listBytes } = this.#limits;
		const isList = endpoint.size === 'list';
		try {
			const answer = await this.#transport.sendRequest({
				path: `/api/${endpoint.name}${endpoint.query ?? ''}`,
				body: endpoint.body,
				silenceMs: isList ? listSilenceMs : singleMs,
				maxBytes: isList ? listBytes : singleBytes,
				signal,
			});
			if (endpoint.judgeLong !== undefined && isLong(answer)) return await endpoint.judgeLong(answer, signal);
			return judge(endpoint, answer, this.#clock.now(), this.#limits);
		} catch (error) {
			return signal.aborted ? failed(call.outOfTime()) : judgeError(error);
		}
	}

	#learn(outcome: AttemptOutcome<unknown>, call: Call<unknown>): Evidence {
		const { failuresUntilSick, backgroundWaitMs, maxBackgroundWaitMs } = this.#limits;
		const failure = outcome.ok ? undefined : outcome.failure;
		// A pause is never shortened.
		if (failure?.kind === 'rate-limited') this.#pausedUntil = Math.max(this.#pausedUntil, failure.retryAt);
		const evidence = this.#evidenceOf(failure, call);
		if (evidence === 'up') this.#failures = 0;
		if (evidence === 'down') {
			this.#failures += 1;
			const doublings = Math.min(Math.max(0, this.#failures - failuresUntilSick), 30);
			const wait = Math.min(backgroundWaitMs * 2 ** doublings, maxBackgroundWaitMs);
			this.#backgroundAt = Math.max(this.#backgroundAt, this.#clock.now() + wait);
		}
		return evidence;
	}

	#evidenceOf(failure: MarketplaceFailure | undefined, call: Call<unknown>): Evidence {
		// The account's answer says if this is an outage.
		if (failure?.kind === 'refused') return 'unknown';
		if (failure?.kind !== 'unavailable' && failure?.kind !== 'blocked') return 'up';
		if (!call.signal.aborted) return 'down';
		// A trial that ran out of its own caller's time proves nothing to callers with time left.
		return call.isExpired() && !this.#isSick ? 'down' : 'unknown';
	}

	/** Milliseconds until the next request, or undefined if there should be none. */
	#retryDelay(outcome: AttemptOutcome<unknown>, call: Call<unknown>): number | undefined {
		const { random = Math.random } = this.#options;
		if (outcome.ok || outcome.retryAfterMs === undefined || this.#isSick) return undefined;
		const maxMs = this.#limits.retryWaitMs * 2 ** (call.requests - 1);
		const delay = Math.max(outcome.retryAfterMs, maxMs * (0.5 + random() / 2));
		return this.#clock.now() + delay < call.deadlineAt ? delay : undefined;
	}

	get #isSick(): boolean {
		return this.#failures >= this.#limits.failuresUntilSick;
	}

	#forgetBefore(at: number): void {
		// Sorted by time: on launch days there are thousands, and only one or two have left the window.
		const past = this.#sent.findIndex((sentAt) => sentAt > at);
		this.#sent.splice(0, past < 0 ? this.#sent.length : past);
	}
}

const notResponding = unavailable('the shop is not responding');

type Call<T> = ReturnType<typeof startCall<T>>;

/** A call with its deadline. `cancel`: the caller's signal to stop earlier. */
function startCall<T>(
	endpoint: Endpoint<T>,
	isBuyers: boolean,
	clock: Clock,
	limitMs: number,
	cancel?: AbortSignal,
) {
	const ending = new AbortController();
	let isExpired = false;
	void clock.delay(limitMs, ending.signal).then(() => {
		isExpired = !ending.signal.aborted;
		ending.abort('out of time');
	});
	return {
		endpoint,
		isBuyers,
		requests: 0,
		/** Milliseconds since the epoch. */
		deadlineAt: clock.now() + limitMs,
		/** Aborted at the deadline, when the caller cancels, and at the end. */
		signal: cancel === undefined ? ending.signal : AbortSignal.any([ending.signal, cancel]),
		/** True if the time is over, false if the caller cancelled. */
		isExpired: () => isExpired,
		/** Its failure, once the signal is aborted. */
		outOfTime: () => unavailable(isExpired ? 'timed out' : 'given up'),
		/** Releases the timer. Always call it. With a reason of its own, since the default one has a stack. */
		clear: () => ending.abort('cleared'),
	};
}

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
import { defaultLimits, type MarketplaceLimits } from './limits.js';
import { isLong } from './long-list.js';
import {
	type AttemptOutcome,
	failed,
	type MarketplaceFailure,
	type MarketplaceResult,
	unavailable,
} from './result.js';
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

export type MarketplaceClient = ReturnType<typeof marketplaceClient>;

/**
 * The marketplace's four operations. No call rejects because of the network or the server: every failure is one of
 * MarketplaceFailure's kinds, and each call ends within its timeout. Connects lazily: nothing is sent before the first
 * call. One client for the process, because it holds the budget of requests. While the server is down, one buyer's
 * request is in flight at a time and the others wait for its result: a breaker with a fixed cool-down would refuse the
 * first buyers after the recovery.
 */
export function marketplaceClient(options: MarketplaceClientOptions) {
	const { body, calls, clock = systemClock, random = Math.random } = options;
	const limits: MarketplaceLimits = { ...defaultLimits, ...options.limits };
	const transport = options.transport ?? httpTransport({ ...options, ...limits });
	/** Times of the last minute's requests, in milliseconds since the epoch. */
	const sent: number[] = [];
	/** The server asked for a pause until then. */
	let pausedUntil = 0;
	/** Consecutive requests without a usable response. */
	let failures = 0;
	let trial: Promise<Evidence> | undefined;
	/** When background work may send the next request to a server that is down. */
	let backgroundAt = 0;

	/** Makes a call within the timeout, the budget and the pauses, with retries where they can help. */
	async function makeCall<T>(
		endpoint: Endpoint<T>,
		{ signal, priority = 'buyer' }: CallOptions = {},
	): Promise<MarketplaceResult<T>> {
		const startedAt = clock.now();
		const limitMs = endpoint.judgeLong === undefined ? limits.singleMs : limits.listMs;
		const isBuyers = priority === 'buyer';
		const call = startCall(endpoint, isBuyers, clock, limitMs, signal);
		try {
			for (;;) {
				const outcome = isBuyers ? await attemptForBuyer(call) : await attemptInBackground(call);
				const delay = retryDelay(outcome, call);
				// Background work has its own schedule: an immediate retry would only add load.
				if (isBuyers && delay !== undefined && call.requests < limits.maxAttempts) {
					await clock.delay(delay, call.signal);
					continue;
				}
				const { kind, ...more } = outcome.ok ? ({ kind: 'ok' } as const) : outcome.failure;
				calls?.note({
					endpoint: endpoint.name,
					outcome: kind,
					...('reason' in more && { reason: more.reason }),
					requests: call.requests,
					ms: clock.now() - startedAt,
				});
				return outcome.ok ? outcome : { ok: false, failure: outcome.failure };
			}
		} finally {
			call.clear();
		}
	}

	/** Waits for a pause and for another buyer's trial. */
	async function attemptForBuyer<T>(call: Call<T>): Promise<AttemptOutcome<T>> {
		while (!call.signal.aborted) {
			forgetTimes();
			const pausedMs = pausedUntil - clock.now();
			if (pausedMs > 0) {
				if (pausedUntil >= call.deadlineAt) return failed({ kind: 'rate-limited', retryAt: pausedUntil });
				await clock.delay(pausedMs, call.signal);
			} else if (trial === undefined || !isSick()) return await attempt(call);
			else if ((await Promise.race([trial, once(call.signal, 'abort')])) === 'down')
				return failed(notResponding);
		}
		return failed(call.outOfTime());
	}

	/** Buyers of a launch must get through on any server. */
	async function attemptInBackground<T>(call: Call<T>): Promise<AttemptOutcome<T>> {
		const { requestsPerMinute, backgroundShare, backgroundWaitMs } = limits;
		const now = clock.now();
		forgetTimes();
		const blockedBy = sent.at(-Math.max(1, Math.floor(requestsPerMinute * backgroundShare)));
		const retryAt = pausedUntil > now ? pausedUntil : blockedBy && blockedBy + minuteMs;
		if (retryAt !== undefined) return failed({ kind: 'rate-limited', retryAt });
		if (isSick()) {
			if (now < backgroundAt) return failed(notResponding);
			backgroundAt = now + backgroundWaitMs;
		}
		return await attempt(call);
	}

	/** Counts the request immediately: concurrent callers would be admitted too. */
	async function attempt<T>(call: Call<T>): Promise<AttemptOutcome<T>> {
		forgetTimes();
		sent.push(clock.now());
		call.requests += 1;
		// Buyers don't wait for background work: a list may take a minute, and buyers have seconds.
		const isTrial = call.isBuyers && isSick();
		const answered = exchange(call).then((outcome) => {
			if (isTrial) trial = undefined;
			return { outcome, evidence: learn(outcome, call) };
		});
		if (isTrial) trial = answered.then(({ evidence }) => evidence);
		return (await answered).outcome;
	}

	async function exchange<T>(call: Call<T>): Promise<AttemptOutcome<T>> {
		const { endpoint, signal } = call;
		const { singleMs, singleBytes, listSilenceMs, listBytes } = limits;
		const isList = endpoint.judgeLong !== undefined;
		try {
			const answer = await transport.sendRequest({
				path: `/api/${endpoint.name}${endpoint.query ?? ''}`,
				body: endpoint.body,
				silenceMs: isList ? listSilenceMs : singleMs,
				maxBytes: isList ? listBytes : singleBytes,
				signal,
			});
			if (endpoint.judgeLong !== undefined && isLong(answer)) return await endpoint.judgeLong(answer, signal);
			return judge(endpoint, answer, clock.now(), limits);
		} catch (error) {
			return signal.aborted ? failed(call.outOfTime()) : judgeError(error);
		}
	}

	function learn(outcome: AttemptOutcome<unknown>, call: Call<unknown>): Evidence {
		const { failuresUntilSick, backgroundWaitMs, maxBackgroundWaitMs } = limits;
		const failure = outcome.ok ? undefined : outcome.failure;
		// A pause is never shortened.
		if (failure?.kind === 'rate-limited') pausedUntil = Math.max(pausedUntil, failure.retryAt);
		const evidence = evidenceOf(failure, call);
		if (evidence === 'up') failures = 0;
		if (evidence === 'down') {
			failures += 1;
			const doublings = Math.min(Math.max(0, failures - failuresUntilSick), 30);
			const wait = Math.min(backgroundWaitMs * 2 ** doublings, maxBackgroundWaitMs);
			backgroundAt = Math.max(backgroundAt, clock.now() + wait);
		}
		return evidence;
	}

	function evidenceOf(failure: MarketplaceFailure | undefined, call: Call<unknown>): Evidence {
		// The account's answer says if this is an outage.
		if (failure?.kind === 'refused') return 'unknown';
		if (failure?.kind !== 'unavailable' && failure?.kind !== 'blocked') return 'up';
		if (!call.signal.aborted) return 'down';
		// A trial that ran out of its own caller's time proves nothing to callers with time left.
		return call.isExpired() && !isSick() ? 'down' : 'unknown';
	}

	/** Milliseconds until the next request, or undefined if there should be none. */
	function retryDelay(outcome: AttemptOutcome<unknown>, call: Call<unknown>): number | undefined {
		if (outcome.ok || outcome.retryAfterMs === undefined || isSick()) return undefined;
		const maxMs = limits.retryWaitMs * 2 ** (call.requests - 1);
		const delay = Math.max(outcome.retryAfterMs, maxMs * (0.5 + random() / 2));
		return clock.now() + delay < call.deadlineAt ? delay : undefined;
	}

	function isSick(): boolean {
		return failures >= limits.failuresUntilSick;
	}

	/** Forgets requests older than a minute, and times in the future that a clock which was ahead has left. */
	function forgetTimes(): void {
		const now = clock.now();
		if (pausedUntil > now + limits.maxPauseMs) pausedUntil = 0;
		if (backgroundAt > now + limits.maxBackgroundWaitMs) backgroundAt = 0;
		while ((sent.at(-1) ?? 0) > now) sent.pop();
		// Sorted by time: on launch days there are thousands, and only one or two have left the window.
		const past = sent.findIndex((sentAt) => sentAt > now - minuteMs);
		sent.splice(0, past < 0 ? sent.length : past);
	}

	return {
		/** The account that owns the key. The only call that reliably detects a bad key. */
		accountDetails: (asker?: CallOptions) => makeCall(accountEndpoint, asker),

		/** Every item of the account. May take a minute. */
		allItems: (asker?: CallOptions) => makeCall(allItemsEndpoint, asker),

		item: (id: number, asker?: CallOptions) => makeCall(itemEndpoint(id), asker),

		/** `invalid-code` proves nothing by itself because a bad key gets the same answer: see PurchaseCheck. */
		async validatePurchase(code: string, asker?: CallOptions) {
			const result = await makeCall(validationEndpoint(code, body), asker);
			if (result.ok) calls?.noteUnread(result.value.unread);
			return result;
		},

		/** Closes every connection; calls in flight fail as unavailable. */
		close: () => transport.close(),
	};
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

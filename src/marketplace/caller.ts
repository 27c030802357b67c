import type { Clock } from '../base/clock.js';
import type { Random } from '../base/random.js';
import { judge, judgeError, unavailable } from './attempt-outcome.js';
import type { Breaker, Evidence, Pass } from './breaker.js';
import type { Budget } from './budget.js';
import type { Endpoint } from './endpoints.js';
import type { MarketplaceLimits } from './limits.js';
import type { AttemptOutcome, MarketplaceFailure, MarketplaceResult } from './result.js';
import type { CallReport, ShopCalls } from './shop-calls.js';
import type { Transport, TransportAnswer } from './transport.js';

export interface CallOptions {
	/** Cancels the call. It then fails as unavailable. */
	readonly signal?: AbortSignal;
	/** Deadline in milliseconds since the epoch; never later than the endpoint's own limit. */
	readonly deadlineAt?: number;
	/**
	 * `buyer` (the default): a person waits. `background`: refused if it could delay a person, as `rate-limited` with
	 * the time to retry, or as `unavailable` while the server is down.
	 */
	readonly priority?: 'buyer' | 'background';
}

interface CallerOptions {
	readonly transport: Pick<Transport, 'sendRequest'>;
	readonly budget: Budget;
	readonly breaker: Breaker;
	readonly clock: Clock;
	readonly random: Random;
	readonly limits: MarketplaceLimits;
	readonly calls: Pick<ShopCalls, 'note'> | undefined;
}

/** Makes calls within the timeout, the budget and the pauses, with retries where they can help. */
export class Caller {
	readonly #options: CallerOptions;

	constructor(options: CallerOptions) {
		this.#options = options;
	}

	async call<T>(
		endpoint: Endpoint<T>,
		{ signal, deadlineAt, priority = 'buyer' }: CallOptions = {},
	): Promise<MarketplaceResult<T>> {
		const { clock, limits, calls } = this.#options;
		const startedAt = clock.now();
		const ownLimit = startedAt + (endpoint.size === 'list' ? limits.listMs : limits.singleMs);
		const deadline = new Deadline(clock, Math.min(ownLimit, deadlineAt ?? ownLimit), signal);
		// Background work has its own schedule: an immediate retry would only add load.
		const maxRequests = priority === 'background' ? 1 : limits.maxAttempts;
		let requests = 0;

		const run = async (): Promise<MarketplaceResult<T>> => {
			for (;;) {
				const entry = priority === 'buyer' ? await this.admitBuyer(deadline) : this.admitBackground();
				if (entry.kind !== 'pass') return { ok: false, failure: entry };
				requests += 1;
				const outcome = await this.attempt(endpoint, deadline, entry);
				const delay = this.retryDelay(outcome, requests, deadline.at);
				if (delay === undefined || requests >= maxRequests) return outcome.result;
				await clock.delay(delay, deadline.signal);
			}
		};

		try {
			const result = await run();
			calls?.note({
				endpoint: endpoint.name,
				...describe(result),
				requests,
				ms: clock.now() - startedAt,
			});
			return result;
		} finally {
			deadline.clear();
		}
	}

	/** Waits for a pause and for another trial. Charges immediately: concurrent callers would be admitted too. */
	private async admitBuyer(deadline: Deadline): Promise<Pass | MarketplaceFailure> {
		const { budget, breaker, clock } = this.#options;
		while (!deadline.signal.aborted) {
			if (budget.pausedUntil > clock.now()) {
				if (budget.pausedUntil >= deadline.at) return { kind: 'rate-limited', retryAt: budget.pausedUntil };
				await clock.delay(budget.pausedUntil - clock.now(), deadline.signal);
				continue;
			}
			const entry = breaker.enter();
			if (entry.kind === 'pass') {
				budget.spend();
				return entry;
			}
			const evidence = await Promise.race([entry.evidence, aborted(deadline.signal)]);
			if (evidence === 'down') return unavailable('the shop is not responding');
		}
		return outOfTime(deadline);
	}

	private admitBackground(): Pass | MarketplaceFailure {
		const { budget, breaker } = this.#options;
		const blockedUntil = budget.backgroundBlockedUntil();
		if (blockedUntil !== undefined) return { kind: 'rate-limited', retryAt: blockedUntil };
		const entry = breaker.enterInBackground();
		if (entry.kind !== 'pass') return unavailable('the shop is not responding');
		budget.spend();
		return entry;
	}

	private async exchange<T>(endpoint: Endpoint<T>, deadline: Deadline): Promise<AttemptOutcome<T>> {
		const { transport, clock, limits } = this.#options;
		const isList = endpoint.size === 'list';
		let answer: TransportAnswer;
		try {
			answer = await transport.sendRequest({
				...endpoint,
				silenceMs: isList ? limits.listSilenceMs : limits.singleMs,
				maxBytes: isList ? limits.listBytes : limits.singleBytes,
				signal: deadline.signal,
			});
		} catch (error) {
			if (!deadline.signal.aborted) return judgeError(error);
			return { result: { ok: false, failure: outOfTime(deadline) }, retryAfterMs: undefined };
		}
		return judge(endpoint, answer, clock.now(), limits, deadline.signal);
	}

	private async attempt<T>(
		endpoint: Endpoint<T>,
		deadline: Deadline,
		pass: Pass,
	): Promise<AttemptOutcome<T>> {
		let evidence: Evidence = 'unknown';
		try {
			const outcome = await this.exchange(endpoint, deadline);
			const failure = outcome.result.ok ? undefined : outcome.result.failure;
			if (failure?.kind === 'rate-limited') this.#options.budget.pause(failure.retryAt);
			evidence = this.evidenceOf(failure, deadline);
			return outcome;
		} finally {
			this.#options.breaker.settle(pass, evidence);
		}
	}

	private evidenceOf(failure: MarketplaceFailure | undefined, deadline: Deadline): Evidence {
		// The account's answer says if this is an outage.
		if (failure?.kind === 'refused') return 'unknown';
		if (failure?.kind !== 'unavailable' && failure?.kind !== 'blocked') return 'up';
		if (!deadline.signal.aborted) return 'down';
		// A trial that ran out of its own caller's time proves nothing to callers with time left.
		return deadline.expired && !this.#options.breaker.sick ? 'down' : 'unknown';
	}

	/** Milliseconds until the next request, or undefined if there should be none. */
	private retryDelay(outcome: AttemptOutcome<unknown>, requests: number, at: number): number | undefined {
		const { breaker, clock, random, limits } = this.#options;
		if (outcome.retryAfterMs === undefined || breaker.sick) return undefined;
		const maxMs = limits.retryWaitMs * 2 ** (requests - 1);
		const delay = Math.max(outcome.retryAfterMs, maxMs * (0.5 + random() / 2));
		return clock.now() + delay < at ? delay : undefined;
	}
}

function describe(result: MarketplaceResult<unknown>): Pick<CallReport, 'outcome' | 'reason'> {
	if (result.ok) return { outcome: 'ok' };
	const { failure } = result;
	return 'reason' in failure ? { outcome: failure.kind, reason: failure.reason } : { outcome: failure.kind };
}

const outOfTime = (deadline: Deadline): MarketplaceFailure =>
	unavailable(deadline.expired ? 'timed out' : 'given up');

/** Resolves when `signal`, which is not aborted yet, aborts. */
function aborted(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		signal.addEventListener('abort', () => resolve());
	});
}

export class Deadline {
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** Aborted at the deadline, or when the caller cancels. */
	readonly signal: AbortSignal;
	readonly #timeUp = new AbortController();
	readonly #cleared = new AbortController();

	/** @param cancel the caller's signal to stop earlier */
	constructor(clock: Clock, at: number, cancel?: AbortSignal) {
		this.at = at;
		const timeUp = this.#timeUp.signal;
		this.signal = cancel === undefined ? timeUp : AbortSignal.any([timeUp, cancel]);
		void clock.delay(Math.max(0, at - clock.now()), this.#cleared.signal).then(() => {
			if (!this.#cleared.signal.aborted) this.#timeUp.abort();
		});
	}

	/** True if the time is over, false if the caller cancelled. */
	get expired(): boolean {
		return this.#timeUp.signal.aborted;
	}

	/** Releases the timer. Always call it. With a reason of its own, since the default one has a stack. */
	clear(): void {
		this.#cleared.abort('cleared');
	}
}

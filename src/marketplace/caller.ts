import type { Clock } from '../base/clock.js';
import type { Random } from '../base/random.js';
import type { PauseLimits } from './attempt-outcome.js';
import { judge, judgeError, unavailable } from './attempt-outcome.js';
import type { Breaker, Evidence, Pass } from './breaker.js';
import type { Budget, BudgetAccount } from './budget.js';
import type { Deadline } from './deadline.js';
import { startDeadline } from './deadline.js';
import type { Endpoint } from './endpoints.js';
import type { AttemptOutcome, MarketplaceFailure, MarketplaceResult } from './result.js';
import type { Transport, TransportAnswer } from './transport.js';

/** What a caller can say about one call. */
export interface CallOptions {
	/** Cancels the call. It then fails as unavailable. */
	readonly signal?: AbortSignal;
	/** Milliseconds since the epoch by which the answer is there; never later than the endpoint's own limit. */
	readonly deadlineAt?: number;
	/**
	 * `buyer` (the default): a person waits. `background`: nobody does; it is refused where it could be in a person's
	 * way, as `rate-limited` with the time to ask again, or as `unavailable` while the server is sick.
	 */
	readonly priority?: 'buyer' | 'background';
	/** For a buyer: whose share of the requests it goes on. `others` (than home) may be refused as `rate-limited`. */
	readonly share?: 'home' | 'others';
	/** It belongs to a call that was let through, so it is sent even where the share of `others` is used up. */
	readonly isFollowUp?: boolean;
}

/** One call as a whole, for logs and metrics. Holds no secret. */
export interface CallReport {
	readonly endpoint: Endpoint<unknown>['name'];
	readonly outcome: 'ok' | MarketplaceFailure['kind'];
	readonly reason?: string;
	readonly requests: number;
	readonly ms: number;
}

export interface CallLimits extends PauseLimits {
	/** Time for a whole call of a single answer, and of the list. Milliseconds. */
	readonly singleMs: number;
	readonly listMs: number;
	/** The longest silence of the server within a list. Milliseconds. */
	readonly listSilenceMs: number;
	readonly singleBytes: number;
	readonly listBytes: number;
	/** Requests that one buyer's call may cost. */
	readonly maxAttempts: number;
	/** The wait before the second request, doubled for each further one; the real one lies between half of it and it. */
	readonly retryWaitMs: number;
}

export interface CallerOptions {
	readonly transport: Transport;
	readonly budget: Budget;
	readonly breaker: Breaker;
	readonly clock: Clock;
	readonly random: Random;
	readonly limits: CallLimits;
	readonly onCall: (report: CallReport) => void;
}

/** Makes calls within the timeout, the budget and the pauses, with retries where they can help. */
export class Caller {
	readonly #options: CallerOptions;

	constructor(options: CallerOptions) {
		this.#options = options;
	}

	async call<T>(
		endpoint: Endpoint<T>,
		{ signal, deadlineAt, priority = 'buyer', share = 'home', isFollowUp = false }: CallOptions = {},
	): Promise<MarketplaceResult<T>> {
		const { clock, limits, onCall } = this.#options;
		const startedAt = clock.now();
		const ownLimit = startedAt + (endpoint.size === 'list' ? limits.listMs : limits.singleMs);
		const deadline = startDeadline(clock, Math.min(ownLimit, deadlineAt ?? ownLimit), signal);
		// Background work has a schedule of its own: an immediate retry would only add load.
		const maxRequests = priority === 'background' ? 1 : limits.maxAttempts;
		const isBounded = share === 'others' && !isFollowUp;
		let requests = 0;

		const run = async (): Promise<MarketplaceResult<T>> => {
			for (;;) {
				const entry =
					priority === 'buyer' ? await this.admitBuyer(deadline, share, isBounded) : this.admitBackground();
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
			onCall({
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

	/**
	 * Waits for a pause and for others' trial call; a failure if the caller shouldn't wait. A request that is admitted is
	 * spent at once: between the two, whoever asks at the same time would be admitted too.
	 */
	private async admitBuyer(
		deadline: Deadline,
		account: BudgetAccount,
		isBounded: boolean,
	): Promise<Pass | MarketplaceFailure> {
		const { budget, breaker, clock } = this.#options;
		while (!deadline.signal.aborted) {
			const blockedUntil = isBounded ? budget.othersBlockedUntil() : undefined;
			if (blockedUntil !== undefined) return { kind: 'rate-limited', retryAt: blockedUntil };
			if (budget.pausedUntil > clock.now()) {
				if (budget.pausedUntil >= deadline.at) return { kind: 'rate-limited', retryAt: budget.pausedUntil };
				await clock.delay(budget.pausedUntil - clock.now(), deadline.signal);
				continue;
			}
			const entry = breaker.enter();
			if (entry.kind === 'pass') {
				budget.spend(account);
				return entry;
			}
			const evidence = await Promise.race([entry.evidence, aborted(deadline.signal)]);
			if (evidence === 'down') return unavailable('the marketplace is not answering');
		}
		return outOfTime(deadline);
	}

	private admitBackground(): Pass | MarketplaceFailure {
		const { budget, breaker } = this.#options;
		const blockedUntil = budget.backgroundBlockedUntil();
		if (blockedUntil !== undefined) return { kind: 'rate-limited', retryAt: blockedUntil };
		const entry = breaker.enterInBackground();
		if (entry.kind !== 'pass') return unavailable('the marketplace is not answering');
		budget.spend('background');
		return entry;
	}

	private async exchange<T>(endpoint: Endpoint<T>, deadline: Deadline): Promise<AttemptOutcome<T>> {
		const { transport, clock, limits } = this.#options;
		const isList = endpoint.size === 'list';
		let answer: TransportAnswer;
		try {
			answer = await transport.send({
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
			pass.settle(evidence);
		}
	}

	private evidenceOf(failure: MarketplaceFailure | undefined, deadline: Deadline): Evidence {
		if (failure?.kind !== 'unavailable') return 'up';
		if (!deadline.signal.aborted) return 'down';
		// A trial that ran out of its own caller's time proves nothing to those who have time left.
		return deadline.expired && !this.#options.breaker.sick ? 'down' : 'unknown';
	}

	/** Milliseconds until the next request, or undefined where there is to be none. */
	private retryDelay(outcome: AttemptOutcome<unknown>, requests: number, at: number): number | undefined {
		const { breaker, clock, random, limits } = this.#options;
		if (outcome.retryAfterMs === undefined || breaker.sick) return undefined;
		const longest = limits.retryWaitMs * 2 ** (requests - 1);
		const delay = Math.max(outcome.retryAfterMs, longest * (0.5 + random() / 2));
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

/** Resolves when `signal`, which is not aborted yet, is. */
function aborted(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		signal.addEventListener('abort', () => resolve());
	});
}

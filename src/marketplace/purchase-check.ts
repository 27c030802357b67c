import type { Clock } from '../base/clock.js';
import { type AccountGuard, knownPartOf } from './account-guard.js';
import type { CallOptions } from './caller.js';
import type { Catalog } from './catalog.js';
import type { MarketplaceClient } from './client.js';
import type { KeyCheck } from './key-check.js';
import type { MarketplaceFailure } from './result.js';
import type { Purchase } from './schemas.js';

/** Why nothing is known about a code: the bot's or the marketplace's own trouble. */
export type UncheckableReason = 'bad-key' | 'rate-limited' | 'unavailable' | 'malformed';

/** What the marketplace says about a code. */
type PurchaseAnswer =
	| { readonly kind: 'valid'; readonly purchase: Purchase }
	/** Definitive: the marketplace said so, and the key is known to be an author's good one at this moment. */
	| { readonly kind: 'invalid' }
	/** Nothing is known about the code. `retryAt`: milliseconds since the epoch at which it may be retried. */
	| {
			readonly kind: 'uncheckable';
			readonly reason: UncheckableReason;
			readonly retryAt?: number;
	  };

export interface PurchaseCheckOptions {
	readonly client: Pick<MarketplaceClient, 'validatePurchase'>;
	readonly keyCheck: Pick<KeyCheck, 'check' | 'report'>;
	readonly accountGuard: AccountGuard;
	/**
	 * Empty once the account's item list was answered, definitely, as empty. To an account that isn't an author's every
	 * code is "invalid", and its key is good: only the missing items give it away.
	 */
	readonly catalog: Pick<Catalog, 'snapshot'>;
	readonly clock: Clock;
	/** Time for everything together. Milliseconds. */
	readonly timeoutMs?: number;
}

/**
 * Whether a code stands for a purchase. Never rejects for what the marketplace does, and never calls a code invalid for
 * the bot's or the marketplace's own trouble: a wrong key and a bad code are answered in the same words.
 */
export class PurchaseCheck {
	readonly #options: PurchaseCheckOptions;

	constructor(options: PurchaseCheckOptions) {
		this.#options = options;
	}

	/** Asks the marketplace about a code, now. */
	async check(
		code: string,
		{ signal, ...asker }: Pick<CallOptions, 'signal' | 'priority' | 'share'> = {},
	): Promise<PurchaseAnswer> {
		const { client, keyCheck, accountGuard, clock, timeoutMs = 2_500 } = this.#options;
		const deadlineAt = clock.now() + timeoutMs;
		const isOurs = await accountGuard.isLastOurs();
		if (isOurs === false) return badKey;
		const answer = await client.validatePurchase(code, { ...asker, ...(signal && { signal }), deadlineAt });
		if (answer.ok) {
			// Before the first answer the account could be anybody's, as after a start during an outage.
			const trouble = isOurs ? undefined : await this.troubleWithKey(deadlineAt, asker);
			return trouble ?? { kind: 'valid', purchase: answer.value };
		}
		if (answer.failure.kind === 'invalid-code') return await this.confirmInvalid(deadlineAt, asker);
		if (answer.failure.kind === 'bad-key') keyCheck.report('refused');
		return uncheckable(answer.failure);
	}

	/** Undefined where the key is good and the account the one that is remembered. */
	private async troubleWithKey(deadlineAt: number, asker: Asker): Promise<PurchaseAnswer | undefined> {
		const { keyCheck, accountGuard, clock } = this.#options;
		// The check is shared and has a timeout of its own: callers with less time stop waiting.
		const key = await within(clock, deadlineAt, keyCheck.check(asker));
		if (key === undefined) return { kind: 'uncheckable', reason: 'unavailable' };
		if (!key.ok) return uncheckable(key.failure);
		return (await accountGuard.isOurs(knownPartOf(key.value))) ? undefined : badKey;
	}

	private async confirmInvalid(deadlineAt: number, asker: Asker): Promise<PurchaseAnswer> {
		const { keyCheck, catalog } = this.#options;
		const trouble = await this.troubleWithKey(deadlineAt, asker);
		if (trouble !== undefined) return trouble;
		if (catalog.snapshot().state !== 'empty') return { kind: 'invalid' };
		keyCheck.report('sells-nothing');
		return badKey;
	}
}

type Asker = Pick<CallOptions, 'priority' | 'share'>;

const badKey = { kind: 'uncheckable', reason: 'bad-key' } as const satisfies PurchaseAnswer;

function uncheckable(failure: MarketplaceFailure): PurchaseAnswer {
	switch (failure.kind) {
		case 'rate-limited':
			return { kind: 'uncheckable', reason: 'rate-limited', retryAt: failure.retryAt };
		case 'bad-key':
		case 'unavailable':
		case 'malformed':
			return { kind: 'uncheckable', reason: failure.kind };
		case 'invalid-code':
		case 'item-not-found':
		case 'no-items':
			// Answers to other questions than the one that was asked.
			return { kind: 'uncheckable', reason: 'malformed' };
	}
}

/** What `promise` gives by `at` (milliseconds since the epoch), or undefined. */
async function within<T>(clock: Clock, at: number, promise: Promise<T>): Promise<T | undefined> {
	const settled = new AbortController();
	const timeUp = clock.delay(Math.max(0, at - clock.now()), settled.signal).then(() => undefined);
	try {
		return await Promise.race([promise, timeUp]);
	} finally {
		settled.abort();
	}
}

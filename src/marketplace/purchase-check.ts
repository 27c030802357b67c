import type { Clock } from '../base/clock.js';
import type { Catalog } from './catalog.js';
import type { CallOptions, MarketplaceClient } from './client.js';
import type { KeyCheck } from './key-check.js';
import type { MarketplaceFailure } from './result.js';
import type { Purchase } from './schemas.js';

/** Why a code could not be checked: a problem of the bot or the marketplace. */
export type UncheckableReason =
	| 'bad-key'
	| 'rate-limited'
	| 'unavailable'
	| 'malformed'
	| 'blocked'
	/** The shop refused the code in words that aren't known, under a key that is good. */
	| 'refused';

type PurchaseAnswer =
	| { readonly kind: 'valid'; readonly purchase: Purchase }
	/** Definitive: the marketplace's answer, with a key that is known to be an author's good one at this moment. */
	| { readonly kind: 'invalid' }
	/** Nothing is known about the code. `retryAt`: milliseconds since the epoch at which it may be retried. */
	| {
			readonly kind: 'uncheckable';
			readonly reason: UncheckableReason;
			readonly retryAt?: number;
	  };

export interface PurchaseCheckOptions {
	readonly client: Pick<MarketplaceClient, 'validatePurchase'>;
	readonly keyCheck: Pick<KeyCheck, 'check' | 'report' | 'isOurs' | 'isLastOurs'>;
	/** For an account that isn't an author's, every code is "invalid" although its key is good: it has no items. */
	readonly catalog: Pick<Catalog, 'snapshot'>;
	readonly clock: Clock;
	readonly timeoutMs?: number;
}

/** Never calls a code invalid because of our own problem: a wrong key and a bad code get the same answer. */
export class PurchaseCheck {
	readonly #options: PurchaseCheckOptions;

	constructor(options: PurchaseCheckOptions) {
		this.#options = options;
	}

	/** Asks the marketplace about a code, without a cache. */
	async checkCode(
		code: string,
		{ signal, ...asker }: Pick<CallOptions, 'signal' | 'priority'> = {},
	): Promise<PurchaseAnswer> {
		const { keyCheck, clock, timeoutMs = 2_500 } = this.#options;
		const deadlineAt = clock.now() + timeoutMs;
		const isOurs = await keyCheck.isLastOurs();
		if (isOurs === false) return badKey;
		const answer = await this.#options.client.validatePurchase(code, {
			...asker,
			...(signal && { signal }),
			deadlineAt,
		});
		if (answer.ok) {
			// Before the first answer, for example after a start during an outage, the key may belong to any account.
			const trouble = isOurs ? undefined : await this.troubleWithKey(deadlineAt, asker);
			return trouble ?? { kind: 'valid', purchase: answer.value };
		}
		if (answer.failure.kind === 'invalid-code')
			return await this.confirm({ kind: 'invalid' }, deadlineAt, asker);
		if (answer.failure.kind === 'refused')
			return await this.confirm({ kind: 'uncheckable', reason: 'refused' }, deadlineAt, asker);
		if (answer.failure.kind === 'bad-key') keyCheck.report('refused');
		return uncheckable(answer.failure);
	}

	/** @returns undefined if the key is good and belongs to the remembered account */
	private async troubleWithKey(deadlineAt: number, asker: Asker): Promise<PurchaseAnswer | undefined> {
		const { keyCheck, clock } = this.#options;
		// The check is shared and has its own timeout: callers with less time stop waiting.
		const key = await within(clock, deadlineAt, keyCheck.check(asker));
		if (key === undefined) return { kind: 'uncheckable', reason: 'unavailable' };
		if (!key.ok) return uncheckable(key.failure);
		return (await keyCheck.isOurs(key.value)) ? undefined : badKey;
	}

	/** `refusal`, if the key is known to be good. */
	private async confirm(refusal: PurchaseAnswer, deadlineAt: number, asker: Asker): Promise<PurchaseAnswer> {
		const { keyCheck, catalog } = this.#options;
		const trouble = await this.troubleWithKey(deadlineAt, asker);
		if (trouble !== undefined) return trouble;
		if (catalog.snapshot().state !== 'empty') return refusal;
		keyCheck.report('sells-nothing');
		return badKey;
	}
}

type Asker = Pick<CallOptions, 'priority'>;

const badKey = { kind: 'uncheckable', reason: 'bad-key' } as const satisfies PurchaseAnswer;

function uncheckable(failure: MarketplaceFailure): PurchaseAnswer {
	switch (failure.kind) {
		case 'rate-limited':
			return { kind: 'uncheckable', reason: 'rate-limited', retryAt: failure.retryAt };
		case 'bad-key':
		case 'unavailable':
		case 'blocked':
		case 'refused':
		case 'malformed':
			return { kind: 'uncheckable', reason: failure.kind };
		case 'invalid-code':
		case 'item-not-found':
		case 'no-items':
			// Not valid answers to this request.
			return { kind: 'uncheckable', reason: 'malformed' };
	}
}

/** The result of `promise`, or undefined if it isn't ready by `at` (milliseconds since the epoch). */
async function within<T>(clock: Clock, at: number, promise: Promise<T>): Promise<T | undefined> {
	const settled = new AbortController();
	const timeUp = clock.delay(Math.max(0, at - clock.now()), settled.signal).then(() => undefined);
	try {
		return await Promise.race([promise, timeUp]);
	} finally {
		settled.abort('settled');
	}
}

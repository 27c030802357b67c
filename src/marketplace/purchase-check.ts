import type { Catalog } from './catalog.js';
import type { CallOptions, MarketplaceClient } from './client.js';
import type { KeyCheck } from './key-check.js';
import type { MarketplaceFailure } from './result.js';
import type { Purchase } from './schemas.js';

/** Why a code could not be checked: a problem of the bot or the marketplace. */
export type UncheckableReason = Exclude<
	MarketplaceFailure['kind'],
	'invalid-code' | 'item-not-found' | 'no-items'
>;

export type PurchaseAnswer =
	| { readonly kind: 'valid'; readonly purchase: Purchase }
	/** Definitive: the marketplace's answer, with a key that is known to be an author's good one at this moment. */
	| { readonly kind: 'invalid' }
	/** Nothing is known about the code. `retryAt`: milliseconds since the epoch at which it may be retried. */
	| { readonly kind: 'uncheckable'; readonly reason: UncheckableReason; readonly retryAt?: number };

export type PurchaseCheck = ReturnType<typeof createPurchaseCheck>;

/**
 * Never calls a code invalid because of our own problem: a wrong key and a bad code get the same answer.
 * @param catalog for an account that isn't an author's, every code is "invalid" although its key is good: it has no items
 */
export function createPurchaseCheck(client: MarketplaceClient, keyCheck: KeyCheck, catalog: Catalog) {
	/** @returns undefined if the key is good and belongs to the remembered account */
	async function troubleWithKey(asker: CallOptions): Promise<PurchaseAnswer | undefined> {
		const key = await keyCheck.check(asker);
		if (!key.ok) return uncheckable(key.failure);
		return (await keyCheck.isOurs(key.value)) ? undefined : badKey;
	}

	/** `refusal`, if the key is known to be good. */
	async function confirm(refusal: PurchaseAnswer, asker: CallOptions): Promise<PurchaseAnswer> {
		const trouble = await troubleWithKey(asker);
		if (trouble !== undefined) return trouble;
		if (catalog.snapshot().state !== 'empty') return refusal;
		keyCheck.report('sells-nothing');
		return badKey;
	}

	return {
		/** Asks the marketplace about a code, without a cache. */
		async checkCode(code: string, asker: CallOptions = {}): Promise<PurchaseAnswer> {
			const isOurs = await keyCheck.isLastOurs();
			if (isOurs === false) return badKey;
			const answer = await client.validatePurchase(code, asker);
			if (answer.ok) {
				// Before the first answer, for example after a start during an outage, the key may belong to any account.
				const trouble = isOurs ? undefined : await troubleWithKey(asker);
				return trouble ?? { kind: 'valid', purchase: answer.value };
			}
			const { failure } = answer;
			if (failure.kind === 'invalid-code') return await confirm({ kind: 'invalid' }, asker);
			if (failure.kind === 'refused') return await confirm(uncheckable(failure), asker);
			if (failure.kind === 'bad-key') keyCheck.report('refused');
			return uncheckable(failure);
		},
	};
}

const badKey = { kind: 'uncheckable', reason: 'bad-key' } as const satisfies PurchaseAnswer;

function uncheckable(failure: MarketplaceFailure): PurchaseAnswer {
	switch (failure.kind) {
		case 'invalid-code':
		case 'item-not-found':
		case 'no-items':
			// Not valid answers to this request.
			return { kind: 'uncheckable', reason: 'malformed' };
		case 'rate-limited':
			return { kind: 'uncheckable', reason: failure.kind, retryAt: failure.retryAt };
		default:
			return { kind: 'uncheckable', reason: failure.kind };
	}
}

import { dayMs } from '../base/clock.js';
import { reinstated, withDetails, withSupport } from './changes.js';
import type { Cause, ClaimRecord, ProvenPurchase } from './record.js';

// Consequences of the shop's answers about held purchases: in the background round, checks by staff, /verify and
// renewed support. All times are milliseconds since the epoch.

/** A definite answer, with a key that is known to be good. */
export type ShopAnswer =
	/** The purchase as the shop describes it now. An item may be renamed, or moved to another category. */
	{ readonly kind: 'valid'; readonly purchase: ProvenPurchase } | { readonly kind: 'invalid' };

export interface ShopQuestion {
	readonly by: Cause['by'];
	readonly askedAt: number;
	/** False if an "invalid" must not count: our own clock or the account behind the key isn't trusted. */
	readonly canJudge: boolean;
}

/** A single answer proves nothing: marketplaces have outages. */
export const missesUntilRevoked = 3;

/**
 * Applies an answer, except for a revocation, which has a daily limit. A "valid" clears the misses, and lifts a
 * revocation unless staff made it. An "invalid" counts at most once a day, and the third makes it a refund. A check by
 * itself adds no history: monthly ones would push out people's actions.
 */
export function withAnswer(
	record: ClaimRecord,
	answer: ShopAnswer,
	{ by, askedAt, canJudge }: ShopQuestion,
	at: number,
): ClaimRecord {
	if (answer.kind === 'valid') {
		const checked = { ...withDetails(record, answer.purchase), check: { at, misses: [] } };
		const cause: Cause = { by, why: 'shop-confirmed' };
		return withSupport(reinstated(checked, cause, at), answer.purchase.supportedUntil, cause, at);
	}
	const { check, status } = record;
	// A newer answer arrived after this request was sent.
	const isStale = check !== undefined && check.at > askedAt;
	if (isStale || !canJudge) return record;
	if (status === 'revoked') return { ...record, check: { at, misses: [] } };
	const misses = check?.misses ?? [];
	const last = misses.at(-1);
	const isCounted = last === undefined || at - last >= dayMs;
	const counted = isCounted ? [...misses, at].slice(-missesUntilRevoked) : misses;
	return { ...record, check: { at, misses: counted } };
}

/** @returns true if the recorded answers make an active purchase a refund */
export function isRefunded({ status, check }: Pick<ClaimRecord, 'status' | 'check'>): boolean {
	return status === 'active' && check !== undefined && check.misses.length >= missesUntilRevoked;
}

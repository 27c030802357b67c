import { isRevokedByPerson, type KnownPurchase } from '../claims/refund-rule.js';

// Schedules the next check of a purchase. All times are milliseconds since the epoch.

export interface AgeingPurchase extends KnownPurchase {
	readonly purchasedAt: number | undefined;
	/** Earliest verification among current holders. */
	readonly claimedAt: number;
	/** When a check last failed for a reason specific to this purchase. */
	readonly skippedAt?: number | undefined;
}

const dayMs = 86_400_000;
/** Most refunds happen in the first days. */
const young = [
	{ untilMs: 14 * dayMs, everyMs: dayMs },
	{ untilMs: 60 * dayMs, everyMs: 7 * dayMs },
] as const;

/**
 * When the shop should be asked next, and the interval: daily while the purchase is young or has misses, then weekly,
 * then every `periodMs`.
 * @returns undefined if it need not be checked again because the answer would change nothing
 */
export function nextCheck(
	purchase: AgeingPurchase,
	now: number,
	periodMs: number,
): { readonly at: number; readonly everyMs: number } | undefined {
	if (isRevokedByPerson(purchase)) return undefined;
	const { status, check, claimedAt, skippedAt } = purchase;
	const age = now - (purchase.purchasedAt ?? claimedAt);
	const everyMs = Math.min(periodMs, young.find(({ untilMs }) => age < untilMs)?.everyMs ?? periodMs);
	const lastMiss = status === 'active' ? check?.misses.at(-1) : undefined;
	const next =
		lastMiss === undefined
			? { at: (check?.at ?? claimedAt) + everyMs, everyMs }
			: { at: lastMiss + dayMs, everyMs: dayMs };
	return { ...next, at: Math.max(next.at, (skippedAt ?? Number.NEGATIVE_INFINITY) + dayMs) };
}

import { isRevokedByPerson, type KnownPurchase } from '../claims/refund-rule.js';

// Schedules the next check of a purchase. All times are milliseconds since the epoch. A timestamp in the future comes
// from a skewed clock and counts as now.

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
	const past = (time: number | undefined): number | undefined =>
		time === undefined || time > now ? undefined : time;
	const age = now - (past(purchase.purchasedAt) ?? past(claimedAt) ?? now);
	const everyMs = Math.min(periodMs, young.find(({ untilMs }) => age < untilMs)?.everyMs ?? periodMs);
	const lastMiss = status === 'active' ? check?.misses.at(-1) : undefined;
	const daily =
		lastMiss === undefined ? undefined : { at: (past(lastMiss) ?? now - dayMs) + dayMs, everyMs: dayMs };
	// If every time is in the future, the last check is unknown: check now.
	const regular = { at: (past(check?.at ?? claimedAt) ?? now - everyMs) + everyMs, everyMs };
	const next = daily ?? regular;
	return { ...next, at: Math.max(next.at, (past(skippedAt) ?? Number.NEGATIVE_INFINITY) + dayMs) };
}

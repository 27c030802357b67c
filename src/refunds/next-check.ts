import { isRevokedByPerson, type KnownPurchase } from '../claims/refund-rule.js';

// When the shop is asked again. All times are milliseconds since the epoch. A time in the future, from a wrong clock,
// counts as now.

/** What determines the time of the next check. */
export interface AgeingPurchase extends KnownPurchase {
	readonly purchasedAt: number | undefined;
	/** When the first of its present holders has verified it. */
	readonly claimedAt: number;
	/** When it last could not be checked for a reason of its own. */
	readonly skippedAt?: number | undefined;
}

const dayMs = 86_400_000;
/** Most refunds come in the first days. */
const young = [
	{ untilMs: 14 * dayMs, everyMs: dayMs },
	{ untilMs: 60 * dayMs, everyMs: 7 * dayMs },
] as const;

/**
 * When the shop is to be asked again, and how often: daily while the purchase is young or answers are missed, then
 * weekly, then once in `periodMs`. Undefined: never, since the answer would change nothing.
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

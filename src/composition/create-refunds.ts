import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { Measures } from '../base/measures.js';
import type { Random } from '../base/random.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import type { Notices } from '../notifications/notices.js';
import { Recheck } from '../refunds/recheck.js';
import { type RefundReport, Refunds } from '../refunds/refunds.js';
import { Renewals } from '../refunds/renewals.js';
import { createRevocationBudget } from '../refunds/revocation-budget.js';
import type { RolesEverywhere } from '../roles/roles-everywhere.js';
import type { Store } from '../storage/store.js';

export interface RefundParts {
	readonly store: Store;
	readonly claims: ClaimStore;
	readonly purchaseCheck: Pick<PurchaseCheck, 'checkCode'>;
	readonly rolesEverywhere: Pick<RolesEverywhere, 'request'>;
	readonly served: Pick<ServedGuilds, 'ids'>;
	/** False if our clock is known to be wrong: then no purchase is revoked. */
	readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
	/** The shop's rate limit per minute, for all processes together. */
	readonly shopPerMinute: number;
	readonly notices: Pick<Notices, 'keepForAnswer'>;
	readonly report: RefundReport;
	readonly metrics: Pick<Measures, 'rechecks' | 'recheckLoad'>;
	readonly logger: Logger;
	readonly clock: Clock;
	readonly random: Random;
}

/** Applies the shop's answers, for all callers. */
export function createRefunds(parts: RefundParts): Refunds {
	const revocations = createRevocationBudget(parts.store);
	return new Refunds({ ...parts, checks: parts.claims.checks, revocations });
}

/** Checks for returning members whether they have renewed support. */
export function createRenewals(parts: RefundParts, refunds: Refunds): Renewals {
	return new Renewals({ ...parts, refunds });
}

/** The background refund checks; undefined if `days` is 0. Does nothing before `start`. */
export function createRecheck(parts: RefundParts, refunds: Refunds, days: number): Recheck | undefined {
	if (days === 0) return undefined;
	return new Recheck({ ...parts, checks: parts.claims.checks, refunds }, days);
}

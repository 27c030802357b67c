import { z } from 'zod';
import { knownEnd, shownPurchase } from '../../base/purchase-fields.js';
import { count } from '../../base/row-fields.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { ShopAnswer, ShopQuestion } from '../../claims/refund-rule.js';
import type { Servers } from '../../floors.js';
import type { Transaction } from '../../storage/store.js';
import { defineKind, Table } from '../../storage/table.js';
import type { VerificationStatistics } from '../statistics/verification-statistics.js';

/** May be a fraction. */
const perDay = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** The load at the start of the latest round, in any process. */
export const loadKind = defineKind({
	prefix: 'recheck:load',
	schema: z.object({
		v: z.literal(1),
		purchases: count,
		due: count,
		/** Purchases that have waited twice as long as they should. */
		overdue: count,
		/** Checks per day: required, and possible. */
		neededADay: perDay,
		possibleADay: perDay,
	}),
});

interface Question extends Omit<ShopQuestion, 'canJudge'> {
	/** A member whose own answer says if support was renewed. */
	readonly shownInReplyTo?: string | undefined;
}

type Floor = Servers & { readonly statistics: VerificationStatistics };

/** Maximum percentage of purchases revoked in a day, but at least as many as the limit itself says. */
const revokedPercent = 2;
const minRevoked = 3;

export type Refunds = ReturnType<typeof createRefunds>;

/** Applies the shop's answers to the claim, its holders' roles and the audit channels, each answer once. */
export function createRefunds(floor: Floor) {
	const { alerts, audit, claims, clock, limits, logger, notices, served, statistics, store } = floor;

	async function revoke(hash: string): Promise<ClaimDetails | undefined> {
		const purchases = (await new Table(loadKind, store).get(''))?.purchases ?? 0;
		const minMax = Math.floor((purchases * revokedPercent) / 100);
		if ((await limits.take('revocation', 'all', { minMax })) !== undefined) {
			if ((await limits.take('revocation-alert', 'all')) !== undefined) return undefined;
			const limit = Math.max(minRevoked, minMax);
			const message = 'So many claims turned invalid that it looks like an outage: no more are revoked today';
			logger.error({ limit }, message);
			// If it lasts since an earlier day, it gets a new message.
			void alerts.solve(undefined, 'revoking-stopped');
			void alerts.raise(undefined, { kind: 'revoking-stopped', limit });
			return undefined;
		}
		// Not because one revocation is a day old: others may be refused again, without another alert.
		if ((await limits.look('revocation-alert', 'all')).retryAt === undefined)
			void alerts.solve(undefined, 'revoking-stopped');
		const revoked = await claims.checks.revoke(hash, { by: 'claimcheck', why: 'shop-invalid' });
		if (revoked === undefined) return undefined;
		for (const guildId of served.ids) statistics.note(guildId, { kind: 'refunded' });
		notify('revoked', revoked);
		return revoked;
	}

	function notify(kind: 'revoked' | 'reinstated' | 'renewed', { hash, item, claims }: ClaimDetails): void {
		const ended = kind === 'revoked' ? { ended: hash } : {};
		for (const { holderId: userId } of claims)
			audit.write(served.ids, { kind, userId, hash, ...ended, itemName: item.name });
	}

	/** Below the next answer of each holder, in no direct message. A revoked purchase gets none. */
	function thank(tx: Transaction, purchase: ClaimDetails, shownInReplyTo?: string): void {
		const { hash, item, claims, status, supportedUntil } = purchase;
		const end = knownEnd(supportedUntil) ?? 0;
		const [guildId] = served.ids;
		if (status !== 'active' || guildId === undefined) return;
		const notice = { kind: 'renewed', purchase: shownPurchase(item.name), end } as const;
		for (const { holderId: userId } of claims)
			if (userId !== shownInReplyTo) notices.keepIn(tx, { userId, guildId, notice }, `thanks-${hash}`);
	}

	return {
		/** @returns the purchase after the answer; undefined if there is no such claim */
		async heard(hash: string, answer: ShopAnswer, { by, askedAt, shownInReplyTo }: Question) {
			const cause = { by, askedAt, canJudge: clock.isTrusted() };
			const noted = await claims.checks.note(hash, answer, cause, async (tx, outcome) => {
				if (outcome.supportExtended) thank(tx, outcome.purchase, shownInReplyTo);
				return undefined;
			});
			if (noted === undefined) return undefined;
			const { purchase, isRefund, reinstated, supportExtended } = noted;
			if (supportExtended) notices.wake();
			const revoked = isRefund ? await revoke(hash) : undefined;
			if (reinstated) notify('reinstated', purchase);
			else if (supportExtended) notify('renewed', purchase);
			return revoked ?? purchase;
		},
	};
}

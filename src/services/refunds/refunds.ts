import { z } from 'zod';
import { knownEnd, shownPurchase } from '../../base/purchase-fields.js';
import { count } from '../../base/row-fields.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { ShopAnswer, ShopQuestion } from '../../claims/refund-rule.js';
import type { Servers } from '../../floors.js';
import type { Store, Transaction } from '../../storage/store.js';
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
		overdue: count,
		neededADay: perDay,
		possibleADay: perDay,
	}),
});

export const revocationsKind = defineKind({
	prefix: 'revocations',
	schema: z.object({
		v: z.literal(1),
		/** Within the range of a Date. */
		day: z.int().min(-1e8).max(1e8),
		count,
		/** The day's limit has been announced as reached. */
		told: z.boolean().optional(),
	}),
});

interface Question extends Omit<ShopQuestion, 'canJudge'> {
	/** A member whose own answer says if support was renewed. */
	readonly shownInReplyTo?: string | undefined;
}

type Floor = Servers & { readonly statistics: VerificationStatistics };

const dayMs = 86_400_000;
/** Maximum percentage of purchases revoked in a day, but at least a few. */
const revokedPercent = 2;
const minLimit = 3;

/** Applies the shop's answers to the claim, its holders' roles and the audit channels, each answer once. */
export class Refunds {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	/**
	 * `askedAt`: milliseconds since the epoch.
	 * @returns the purchase after the answer; undefined if there is no such claim
	 */
	async heard(
		hash: string,
		answer: ShopAnswer,
		{ by, askedAt, shownInReplyTo }: Question,
	): Promise<ClaimDetails | undefined> {
		const { claims, clock, notices } = this.#floor;
		const cause = { by, askedAt, canJudge: clock.isTrusted() };
		const noted = await claims.checks.note(hash, answer, cause, async (tx, { purchase, supportExtended }) => {
			if (supportExtended) this.#thank(tx, purchase, shownInReplyTo);
			return undefined;
		});
		if (noted === undefined) return undefined;
		const { purchase, isRefund, reinstated, supportChanged, supportExtended } = noted;
		if (supportExtended) notices.wake();
		const revoked = isRefund ? await this.#revoke(hash) : undefined;
		if (reinstated) this.#notify('reinstated', purchase);
		else if (supportChanged && (knownEnd(purchase.supportedUntil) ?? 0) > clock.now())
			this.#notify('renewed', purchase);
		return revoked ?? purchase;
	}

	async #revoke(hash: string): Promise<ClaimDetails | undefined> {
		const { claims, store, alerts, statistics, served, logger, clock } = this.#floor;
		const purchases = (await new Table(loadKind, store).get(''))?.purchases ?? 0;
		const limit = Math.max(minLimit, Math.floor((purchases * revokedPercent) / 100));
		const place = await takeRevocation(store, Math.floor(clock.now() / dayMs), limit);
		if (place === 'just-full') {
			const message = 'So many claims turned invalid that it looks like an outage: no more are revoked today';
			logger.error({ limit }, message);
			void alerts.raise(undefined, { kind: 'revoking-stopped', limit });
		}
		if (place !== 'taken') return undefined;
		const revoked = await claims.checks.revoke(hash, { by: 'claimcheck', why: 'shop-invalid' });
		if (revoked === undefined) return undefined;
		for (const guildId of served.ids) statistics.note(guildId, { kind: 'refunded' });
		this.#notify('revoked', revoked);
		return revoked;
	}

	#notify(kind: 'revoked' | 'reinstated' | 'renewed', { hash, item, claims }: ClaimDetails): void {
		const { audit, served } = this.#floor;
		const ended = kind === 'revoked' ? { ended: hash } : {};
		for (const { holderId: userId } of claims)
			audit.write(served.ids, { kind, userId, hash, ...ended, itemName: item.name });
	}

	/** Below the next answer of each holder, in no direct message. A purchase whose support is over gets none. */
	#thank(
		tx: Transaction,
		{ hash, item, claims, status, supportedUntil }: ClaimDetails,
		shownInReplyTo?: string,
	): void {
		const { notices, served, clock } = this.#floor;
		const end = knownEnd(supportedUntil) ?? 0;
		const [guildId] = served.ids;
		if (status !== 'active' || end <= clock.now() || guildId === undefined) return;
		const notice = { kind: 'renewed', purchase: shownPurchase(item.name), end } as const;
		for (const { holderId: userId } of claims)
			if (userId !== shownInReplyTo) notices.keepIn(tx, { userId, guildId, notice }, `thanks-${hash}`);
	}
}

/**
 * Takes one of the purchases that may be revoked on a UTC day (days since the epoch), across restarts and processes.
 * `just-full`: returned only to the first caller that finds none left.
 */
export async function takeRevocation(
	store: Store,
	day: number,
	limit: number,
): Promise<'taken' | 'just-full' | 'full'> {
	const changed = await new Table(revocationsKind, store).change('', (known) => {
		// Around midnight, processes whose clocks differ share the later day.
		const isSame = known !== undefined && (known.day === day || known.day === day + 1);
		const { told, ...row } = isSame ? known : { v: 1 as const, day, count: 0 };
		if (row.count < limit) return { ...row, count: row.count + 1 };
		return told ? undefined : { ...row, told: true };
	});
	if (changed === undefined) return 'full';
	return changed.after?.told ? 'just-full' : 'taken';
}

/** Allows as many purchases again to be revoked on the day, on the operator's decision. */
export async function refillRevocations(store: Store, day: number): Promise<void> {
	await new Table(revocationsKind, store).set('', { v: 1, day, count: 0 });
}

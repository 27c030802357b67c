import { z } from 'zod';
import { knownEnd, shownPurchase } from '../../base/purchase-fields.js';
import { count } from '../../base/row-fields.js';
import type { CheckCause, HeldPurchase, NotedAnswer } from '../../claims/claim-checks.js';
import type { ShopAnswer } from '../../claims/refund-rule.js';
import type { Servers } from '../../floors.js';
import type { ListedStore, Transaction } from '../../storage/store.js';
import { defineKind, type RowOf, Table } from '../../storage/table.js';
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

export type Heard = Omit<NotedAnswer, 'isRefund' | 'supportExtended'>;

interface Question extends Omit<CheckCause, 'canJudge'> {
	/** A member whose own answer says if support was renewed. */
	readonly shownInReplyTo?: string | undefined;
}

type Floor = Servers & {
	readonly revocations: RevocationBudget;
	readonly statistics: VerificationStatistics;
};

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

	/** `askedAt`: milliseconds since the epoch. Resolves to undefined if there is no such claim. */
	async heard(
		hash: string,
		answer: ShopAnswer,
		{ by, askedAt, shownInReplyTo }: Question,
	): Promise<Heard | undefined> {
		const { claims, clockGuard, notices } = this.#floor;
		const cause = { by, askedAt, canJudge: clockGuard.isTrusted() };
		const noted = await claims.checks.note(hash, answer, cause, async (tx, { purchase, supportExtended }) => {
			if (supportExtended) this.#thank(tx, purchase, shownInReplyTo);
			return undefined;
		});
		if (noted === undefined) return undefined;
		const { isRefund, supportExtended, ...result } = noted;
		if (supportExtended) notices.wake();
		const { purchase, reinstated, supportChanged } = result;
		const revoked = isRefund ? await this.#revoke(hash) : undefined;
		if (reinstated) this.#notify('reinstated', purchase);
		else if (supportChanged && (knownEnd(purchase.supportedUntil) ?? 0) > this.#floor.clock.now())
			this.#notify('renewed', purchase);
		return { ...result, purchase: revoked ?? purchase };
	}

	async #revoke(hash: string): Promise<HeldPurchase | undefined> {
		const { claims, revocations, store, alerts, statistics, served, logger, clock } = this.#floor;
		const purchases = (await new Table(loadKind, store).get(''))?.purchases ?? 0;
		const limit = Math.max(minLimit, Math.floor((purchases * revokedPercent) / 100));
		const place = await revocations.take(Math.floor(clock.now() / dayMs), limit);
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

	#notify(kind: 'revoked' | 'reinstated' | 'renewed', { hash, item, holderIds }: HeldPurchase): void {
		const { audit, served } = this.#floor;
		const ended = kind === 'revoked' ? { ended: hash } : {};
		for (const userId of holderIds)
			audit.write(served.ids, { kind, userId, hash, ...ended, itemName: item.name });
	}

	/** Below the next answer of each holder, in no direct message. A purchase whose support is over gets none. */
	#thank(
		tx: Transaction,
		{ hash, item, holderIds, status, supportedUntil }: HeldPurchase,
		shownInReplyTo?: string,
	): void {
		const { notices, served, clock } = this.#floor;
		const end = knownEnd(supportedUntil) ?? 0;
		const [guildId] = served.ids;
		if (status !== 'active' || end <= clock.now() || guildId === undefined) return;
		const notice = { kind: 'renewed', purchase: shownPurchase(item.name), end } as const;
		for (const userId of holderIds)
			if (userId !== shownInReplyTo) notices.keepIn(tx, { userId, guildId, notice }, `thanks-${hash}`);
	}
}

/** Limits the purchases revoked on a UTC day (days since the epoch), across restarts and processes. Rejects as the store does. */
export class RevocationBudget {
	readonly #rows: Table<RowOf<typeof revocationsKind>>;
	readonly #store: ListedStore;

	constructor(store: ListedStore) {
		this.#rows = new Table(revocationsKind, store);
		this.#store = store;
	}

	/** Takes one from the day's budget. `just-full`: returned only to the first caller that finds it empty. */
	async take(day: number, limit: number): Promise<'taken' | 'just-full' | 'full'> {
		return await this.#store.transact(async (tx) => {
			const known = await this.#rows.get('', tx);
			// Around midnight, processes whose clocks differ share the later day.
			const isSame = known !== undefined && (known.day === day || known.day === day + 1);
			const row = isSame ? known : { v: 1 as const, day, count: 0 };
			if (row.count < limit) {
				const { told: _, ...rest } = row;
				this.#rows.put(tx, '', { ...rest, count: row.count + 1 });
				return 'taken';
			}
			if (row.told) return 'full';
			this.#rows.put(tx, '', { ...row, told: true });
			return 'just-full';
		});
	}

	/** Restores the day's full budget, on the operator's decision. */
	async refill(day: number): Promise<void> {
		await this.#rows.set('', { v: 1, day, count: 0 });
	}
}

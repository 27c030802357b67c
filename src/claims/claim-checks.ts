import { knownEnd, type SupportEnd } from '../base/purchase-fields.js';
import { reinstated, revoked, withCheck, withDetails, withSupport } from './changes.js';
import type { Claim, Snowflake } from './claim.js';
import type { Also, Changed, ClaimFloor } from './claim-records.js';
import { type Cause, type ClaimRecord, recordIn } from './record.js';
import { afterAnswer, isRefunded, type KnownPurchase, type ShopAnswer } from './refund-rule.js';
import { claimPrefix } from './store-keys.js';

/** A purchase with all its holders, because the shop is asked once for all. Times in ms since the epoch. */
export interface HeldPurchase
	extends Pick<Claim, 'hash' | 'status' | 'item' | 'supportedUntil' | 'purchasedAt' | 'check'> {
	readonly revokedBy: Snowflake | undefined;
	/** When a check last failed for a reason specific to this purchase. */
	readonly skippedAt: number | undefined;
	/** In order of joining; empty if all have unlinked it. */
	readonly holderIds: readonly Snowflake[];
	/** Earliest verification among current holders; 0 if there are none. */
	readonly claimedAt: number;
}

/** Changes that followed from the shop's answer, with the updated purchase. */
export interface NotedAnswer {
	readonly purchase: HeldPurchase;
	readonly reinstated: boolean;
	readonly supportChanged: boolean;
	/** Support ends later than previously recorded. */
	readonly supportExtended: boolean;
	/** The recorded answers amount to a refund: call `revoke`. */
	readonly isRefund: boolean;
}

export interface CheckCause {
	readonly by: Cause['by'];
	readonly askedAt: number;
	/** False if an "invalid" must not count. */
	readonly canJudge: boolean;
}

/** Records the shop's answers about held purchases. Each change is one transaction. Rejects as ClaimStore does. */
export class ClaimChecks {
	readonly #floor: ClaimFloor;

	constructor(floor: ClaimFloor) {
		this.#floor = floor;
	}

	/** Every purchase that the shop knows, in no particular order. Damaged claims are reported and skipped. */
	async *all(): AsyncGenerator<HeldPurchase> {
		const { store, report } = this.#floor;
		for await (const pair of store.list(claimPrefix)) {
			const record = recordIn(pair);
			if (record === 'damaged') report.damaged(pair.key);
			// The shop doesn't know purchases that staff gave without a code.
			else if (record !== undefined && record.given === undefined)
				yield held(pair.key.slice(claimPrefix.length), record);
		}
	}

	async read(hash: string): Promise<HeldPurchase | undefined> {
		const record = await this.#floor.records.read(hash);
		return record && held(hash, record);
	}

	/** The facts that roles follow from, also after the end of the claim. */
	async rolesFrom(
		hash: string,
	): Promise<Pick<Claim, 'item' | 'licenseType' | 'supportedUntil' | 'purchasedAt'> | undefined> {
		const record = await this.#floor.records.read(hash);
		if (record === undefined) return undefined;
		const { item, licenseType, supportedUntil, purchasedAt } = record;
		return { item, licenseType, supportedUntil, purchasedAt };
	}

	/** Applies an answer to the claim, except for a revocation. Resolves to undefined if there is no such claim. */
	async note(
		hash: string,
		answer: ShopAnswer,
		{ by, ...question }: CheckCause,
		also?: Also<NotedAnswer>,
	): Promise<NotedAnswer | undefined> {
		const change = (record: ClaimRecord): Changed<NotedAnswer> => {
			const at = this.#floor.clock.now();
			const after = afterAnswer(record, answer, { ...question, at });
			const isRefund = after.kind === 'missed' && after.isRefund;
			const next = withAnswer(record, after, by, at);
			const result: NotedAnswer = {
				purchase: held(hash, next),
				reinstated: next.status !== record.status,
				supportChanged: next.supportedUntil !== record.supportedUntil,
				supportExtended: isExtended(record.supportedUntil, next.supportedUntil),
				isRefund,
			};
			return { next, result };
		};
		return await this.#floor.records.change(hash, change, also);
	}

	/** Revokes an active purchase if `applies` returns true; undefined if nothing was revoked. */
	async revoke(
		hash: string,
		cause: Cause,
		applies: (known: KnownPurchase) => boolean = isRefunded,
	): Promise<HeldPurchase | undefined> {
		return await this.#floor.records.change<HeldPurchase | undefined>(hash, (record) => {
			if (record.status === 'revoked' || !applies(record)) return { next: record, result: undefined };
			const next = revoked(record, cause, this.#floor.clock.now());
			return { next, result: held(hash, next) };
		});
	}

	/** Postpones the next check by a day because of a problem specific to this purchase. */
	async skip(hash: string): Promise<void> {
		await this.#floor.records.change(hash, (record) => ({
			next: { ...record, skippedAt: this.#floor.clock.now() },
			result: undefined,
		}));
	}
}

/** Applies an answer to the record, except for a revocation, which has a daily limit. */
export function withAnswer(
	record: ClaimRecord,
	after: ReturnType<typeof afterAnswer>,
	by: Cause['by'],
	at: number,
): ClaimRecord {
	if (after.kind === 'nothing') return record;
	if (after.kind === 'missed') return withCheck(record, after.check);
	const current = after.details === undefined ? record : withDetails(record, after.details);
	const checked = withCheck(current, after.check);
	const cause: Cause = { by, why: 'shop-confirmed' };
	const restored = after.reinstates ? reinstated(checked, cause, at) : checked;
	return withSupport(restored, after.supportedUntil, cause, at);
}

/** False if the former end was unknown: it may be the same. */
function isExtended(before: SupportEnd, after: SupportEnd): boolean {
	return before !== 'unknown' && (knownEnd(after) ?? 0) > (before ?? 0);
}

function held(hash: string, record: ClaimRecord): HeldPurchase {
	const { status, revokedBy, item, supportedUntil, purchasedAt, check, skippedAt, holders } = record;
	const claimedAt = holders.length === 0 ? 0 : Math.min(...holders.map((holder) => holder.claimedAt));
	return {
		hash,
		status,
		revokedBy,
		item,
		supportedUntil,
		purchasedAt,
		check,
		skippedAt,
		holderIds: holders.map(({ userId }) => userId),
		claimedAt,
	};
}

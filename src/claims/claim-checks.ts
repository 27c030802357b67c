import { knownEnd, type SupportEnd } from '../base/purchase-fields.js';
import { revoked } from './changes.js';
import type { Claim, Snowflake } from './claim.js';
import type { Also, Changed, ClaimRecords } from './claim-records.js';
import { type Cause, type ClaimRecord, claimPrefix, recordIn } from './record.js';
import { isRefunded, type ShopAnswer, type ShopQuestion, withAnswer } from './refund-rule.js';

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

/** Records the shop's answers about held purchases. Each change is one transaction. Rejects as ClaimStore does. */
export class ClaimChecks {
	readonly #claims: ClaimRecords;

	constructor(claims: ClaimRecords) {
		this.#claims = claims;
	}

	/** Every purchase that the shop knows, in no particular order. Damaged claims are reported and skipped. */
	async *all(): AsyncGenerator<HeldPurchase> {
		const { store, report } = this.#claims;
		for await (const pair of store.list(claimPrefix)) {
			const record = recordIn(pair);
			if (record === 'damaged') report.damaged(pair.key);
			// The shop doesn't know purchases that staff gave without a code.
			else if (record !== undefined && record.given === undefined)
				yield held(pair.key.slice(claimPrefix.length), record);
		}
	}

	async read(hash: string): Promise<HeldPurchase | undefined> {
		const record = await this.#claims.read(hash);
		return record && held(hash, record);
	}

	/** Applies an answer to the claim, except for a revocation. Resolves to undefined if there is no such claim. */
	async note(
		hash: string,
		answer: ShopAnswer,
		question: ShopQuestion,
		also?: Also<NotedAnswer>,
	): Promise<NotedAnswer | undefined> {
		const change = (record: ClaimRecord): Changed<NotedAnswer> => {
			const at = this.#claims.clock.now();
			const next = withAnswer(record, answer, question, at);
			const result: NotedAnswer = {
				purchase: held(hash, next),
				reinstated: next.status !== record.status,
				supportChanged: next.supportedUntil !== record.supportedUntil,
				supportExtended: isExtended(record.supportedUntil, next.supportedUntil),
				isRefund: isRefunded(next) && next.check?.misses.at(-1) === at,
			};
			return { next, result };
		};
		return await this.#claims.change(hash, change, also);
	}

	/** Revokes a purchase that is still a refund; undefined if nothing was revoked. */
	async revoke(hash: string, cause: Cause): Promise<HeldPurchase | undefined> {
		return await this.#claims.change<HeldPurchase | undefined>(hash, (record) => {
			if (!isRefunded(record)) return { result: undefined };
			const next = revoked(record, cause, this.#claims.clock.now());
			return { next, result: held(hash, next) };
		});
	}

	/** Postpones the next check by a day because of a problem specific to this purchase. */
	async skip(hash: string): Promise<void> {
		await this.#claims.change(hash, (record) => ({
			next: { ...record, skippedAt: this.#claims.clock.now() },
			result: undefined,
		}));
	}
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

import { knownEnd, type SupportEnd } from '../base/purchase-fields.js';
import { revoked } from './changes.js';
import type { ClaimDetails } from './claim-details.js';
import type { Also, Changed, ClaimRecords } from './claim-records.js';
import type { Cause, ClaimRecord } from './record.js';
import { isRefunded, type ShopAnswer, type ShopQuestion, withAnswer } from './refund-rule.js';

/** Changes that followed from the shop's answer, with the updated purchase. */
export interface NotedAnswer {
	readonly purchase: ClaimDetails;
	readonly reinstated: boolean;
	/** Support lasts, and ends later than previously recorded. */
	readonly supportExtended: boolean;
	/** The recorded answers amount to a refund: call `revoke`. */
	readonly isRefund: boolean;
}

/** Records the shop's answers about held purchases, once for all holders. Rejects as ClaimStore does. */
export function claimChecks(claims: ClaimRecords) {
	/** Every purchase that the shop knows: not those that staff gave without a code. */
	async function* all(): AsyncGenerator<ClaimDetails> {
		for await (const [hash, record] of claims.all())
			if (record.given === undefined) yield claims.details(hash, record);
	}

	/** Applies an answer to the claim, except for a revocation. Resolves to undefined if there is no such claim. */
	async function note(
		hash: string,
		answer: ShopAnswer,
		question: ShopQuestion,
		also?: Also<NotedAnswer>,
	): Promise<NotedAnswer | undefined> {
		const change = (record: ClaimRecord): Changed<NotedAnswer> => {
			const at = claims.clock.now();
			const next = withAnswer(record, answer, question, at);
			const result: NotedAnswer = {
				purchase: claims.details(hash, next),
				reinstated: next.status !== record.status,
				supportExtended: isExtended(record.supportedUntil, next.supportedUntil, at),
				isRefund: isRefunded(next) && next.check?.misses.at(-1) === at,
			};
			return { next, result };
		};
		return await claims.change(hash, change, also);
	}

	/** Revokes a purchase that is still a refund; undefined if nothing was revoked. */
	async function revoke(hash: string, cause: Cause): Promise<ClaimDetails | undefined> {
		return await claims.change<ClaimDetails | undefined>(hash, (record) => {
			if (!isRefunded(record)) return { result: undefined };
			const next = revoked(record, cause, claims.clock.now());
			return { next, result: claims.details(hash, next) };
		});
	}

	/** Postpones the next check by a day because of a problem specific to this purchase. */
	async function skip(hash: string): Promise<void> {
		await claims.change(hash, (record) => ({
			next: { ...record, skippedAt: claims.clock.now() },
			result: undefined,
		}));
	}

	return { all, note, revoke, skip };
}

/** False if the former end was unknown: it may be the same. */
function isExtended(before: SupportEnd, after: SupportEnd, at: number): boolean {
	return before !== 'unknown' && (knownEnd(after) ?? 0) > Math.max(before ?? 0, at);
}

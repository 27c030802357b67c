import type { ClaimCheck } from './claim.js';
import type { ProvenPurchase } from './record.js';

// What follows from the shop's answer about a purchase that somebody holds: for the background round, for
// a check that staff ask for, for /verify and for renewed support alike. All times are milliseconds since the epoch. A time in the
// future, from a wrong clock, counts as now.

/** What the shop said about a code: definite, with the key known to be good. */
export type ShopAnswer =
	| {
			readonly kind: 'valid';
			readonly supportedUntil: number | undefined;
			/** The purchase as the shop has it now. An item may be renamed, or moved to another category. */
			readonly details?: Pick<ProvenPurchase, 'item' | 'licenseType'>;
	  }
	| { readonly kind: 'invalid' };

/** What is known of a purchase before an answer. */
export interface KnownPurchase {
	readonly status: 'active' | 'revoked';
	/** Set if a person revoked it: the shop's answer then doesn't reinstate it. */
	readonly revokedBy?: string | undefined;
	readonly check?: ClaimCheck | undefined;
}

/** When the request was sent and answered. */
export interface ShopQuestion {
	readonly askedAt: number;
	readonly at: number;
	/** False where an "invalid" must not count: our own clock can't be trusted, or the account behind the key. */
	readonly canJudge: boolean;
}

export type AfterAnswer =
	| {
			readonly kind: 'confirmed';
			readonly check: ClaimCheck;
			/** Whether a revocation is taken back. */
			readonly reinstates: boolean;
			readonly supportedUntil: number | undefined;
			readonly details?: Pick<ProvenPurchase, 'item' | 'licenseType'>;
	  }
	/** `isRefund`: with this one it is to be revoked. */
	| { readonly kind: 'missed'; readonly check: ClaimCheck; readonly isRefund: boolean }
	/** The answer says nothing new. */
	| { readonly kind: 'nothing' };

const dayMs = 86_400_000;
/** A single answer proves nothing: servers have bad days. */
const missesUntilRevoked = 3;

/**
 * A "valid" clears the misses, lifts a revocation unless a person made it, and updates the end of support. An
 * "invalid" counts at most once a day, and the third makes it a refund.
 */
export function afterAnswer(known: KnownPurchase, answer: ShopAnswer, asked: ShopQuestion): AfterAnswer {
	const { askedAt, at, canJudge } = asked;
	if (answer.kind === 'valid') {
		return {
			kind: 'confirmed',
			check: { at, misses: [] },
			reinstates: known.status === 'revoked' && !isRevokedByPerson(known),
			supportedUntil: answer.supportedUntil,
			...(answer.details && { details: answer.details }),
		};
	}
	const { check } = known;
	// A newer answer arrived since the request was sent.
	const isStale = check !== undefined && check.at > askedAt && check.at <= at;
	if (isStale || !canJudge) return { kind: 'nothing' };
	if (known.status === 'revoked') return { kind: 'missed', check: { at, misses: [] }, isRefund: false };
	const misses = (check?.misses ?? []).map((miss) => Math.min(miss, at));
	const last = misses.at(-1);
	if (last !== undefined && at - last < dayMs) {
		return { kind: 'missed', check: { at, misses }, isRefund: false };
	}
	const counted = { at, misses: [...misses, at].slice(-missesUntilRevoked) };
	return { kind: 'missed', check: counted, isRefund: isRefunded({ ...known, check: counted }) };
}

/** Whether the answers so far make an active purchase a refund. */
export function isRefunded({ status, check }: KnownPurchase): boolean {
	return status === 'active' && check !== undefined && check.misses.length >= missesUntilRevoked;
}

/** Whether it counts no more because a person said so, whatever the shop answers. */
export function isRevokedByPerson({ status, revokedBy }: KnownPurchase): boolean {
	return status === 'revoked' && revokedBy !== undefined && revokedBy !== 'claimcheck';
}

import type { SupportEnd } from '../base/purchase-fields.js';
import type { PurchaseDetails } from './changes.js';
import type { ClaimCheck } from './claim.js';

// Consequences of the shop's answers about held purchases: in the background round, checks by staff, /verify and
// renewed support. All times are milliseconds since the epoch.

/** A definite answer, with a key that is known to be good. */
export type ShopAnswer =
	| {
			readonly kind: 'valid';
			readonly supportedUntil: SupportEnd;
			/** The purchase as the shop describes it now. An item may be renamed, or moved to another category. */
			readonly details?: PurchaseDetails;
	  }
	| { readonly kind: 'invalid' };

export interface KnownPurchase {
	readonly status: 'active' | 'revoked';
	/** Set if a person revoked it: the shop's answer then doesn't reinstate it. */
	readonly revokedBy?: string | undefined;
	readonly check?: ClaimCheck | undefined;
}

export interface ShopQuestion {
	readonly askedAt: number;
	readonly at: number;
	/** False if an "invalid" must not count: our own clock or the account behind the key isn't trusted. */
	readonly canJudge: boolean;
}

export type AfterAnswer =
	| {
			readonly kind: 'confirmed';
			readonly check: ClaimCheck;
			readonly reinstates: boolean;
			readonly supportedUntil: SupportEnd;
			readonly details?: PurchaseDetails;
	  }
	/** `isRefund`: this answer completes a refund, so revoke the claim. */
	| { readonly kind: 'missed'; readonly check: ClaimCheck; readonly isRefund: boolean }
	| { readonly kind: 'nothing' };

const dayMs = 86_400_000;
/** A single answer proves nothing: marketplaces have outages. */
const missesUntilRevoked = 3;

/**
 * A "valid" clears the misses, lifts a revocation unless a person made it, and updates the end of support. An "invalid"
 * counts at most once a day, and the third makes it a refund.
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
	// A newer answer arrived after this request was sent.
	const isStale = check !== undefined && check.at > askedAt;
	if (isStale || !canJudge) return { kind: 'nothing' };
	if (known.status === 'revoked') return { kind: 'missed', check: { at, misses: [] }, isRefund: false };
	const misses = check?.misses ?? [];
	const last = misses.at(-1);
	if (last !== undefined && at - last < dayMs) {
		return { kind: 'missed', check: { at, misses }, isRefund: false };
	}
	const counted = { at, misses: [...misses, at].slice(-missesUntilRevoked) };
	return { kind: 'missed', check: counted, isRefund: isRefunded({ ...known, check: counted }) };
}

/** @returns true if the recorded answers make an active purchase a refund */
export function isRefunded({ status, check }: KnownPurchase): boolean {
	return status === 'active' && check !== undefined && check.misses.length >= missesUntilRevoked;
}

/** @returns true if a person revoked it, so that the shop's answers don't matter */
export function isRevokedByPerson({ status, revokedBy }: KnownPurchase): boolean {
	return status === 'revoked' && revokedBy !== undefined && revokedBy !== 'claimcheck';
}

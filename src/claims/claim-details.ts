import { isByStaff, keptSeats } from './changes.js';
import type { Claim, ClaimedPurchase, Snowflake } from './claim.js';
import { type ClaimEvent, type ClaimRecord, claimsIn, purchaseIn } from './record.js';

/** A purchase with all that staff and the checks with the shop see of it. */
export interface ClaimDetails extends ClaimedPurchase {
	readonly isRevokedByStaff: boolean;
	readonly isGiven: boolean;
	/** By holder, in order of joining; empty if all have unlinked it. */
	readonly claims: readonly Claim[];
	/** When a check last failed for a reason specific to this purchase, in milliseconds since the epoch. */
	readonly skippedAt: number | undefined;
	/** Seats reserved for former holders, whose identity is unknown. */
	readonly keptSeats: number;
	/** Oldest first. */
	readonly history: readonly ClaimEvent[];
	/** Shows whether the claim has changed since it was read. */
	readonly revision: number;
	/** Deadline for undoing the latest change by staff, in milliseconds since the epoch. */
	readonly undoUntil: number | undefined;
}

export function claimDetails(hash: string, record: ClaimRecord, seatsAt: number): ClaimDetails {
	const { history, revision, undo, revokedBy, given, skippedAt } = record;
	return {
		...purchaseIn(hash, record),
		isRevokedByStaff: revokedBy !== undefined,
		isGiven: given === true,
		claims: claimsIn(hash, record),
		skippedAt,
		keptSeats: keptSeats(record, seatsAt).length,
		history,
		revision,
		undoUntil: undo?.revision === revision ? undo.until : undefined,
	};
}

/** @returns true if the details concern this member as a present or former holder */
export function names({ claims, history }: ClaimDetails, userId: Snowflake): boolean {
	return (
		claims.some(({ holderId }) => holderId === userId) ||
		history.some(
			(event) =>
				event.member === userId ||
				(event.to === userId && event.what !== 'left') ||
				(event.by === userId && !isByStaff(event)),
		)
	);
}

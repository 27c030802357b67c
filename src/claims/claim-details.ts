import type { SupportEnd } from '../base/purchase-fields.js';
import { isByStaff, keptSeats } from './changes.js';
import { type Claim, type Payment, paymentOf, type Snowflake } from './claim.js';
import { type ClaimEvent, type ClaimRecord, claimsIn } from './record.js';

/**
 * A purchase as staff see it. Times are milliseconds since the epoch.
 */
export interface ClaimDetails {
	readonly hash: string;
	readonly status: Claim['status'];
	readonly locked: boolean;
	readonly isRevokedByStaff: boolean;
	readonly isGiven: boolean;
	readonly item: Claim['item'];
	readonly licenseType: string;
	readonly supportedUntil: SupportEnd;
	readonly purchasedAt: number | undefined;
	/** Undefined if the shop has said nothing about it, or there is no code. */
	readonly payment: Payment | undefined;
	readonly claims: readonly Claim[];
	/** Seats reserved for former holders, whose identity is unknown. */
	readonly keptSeats: number;
	/** Oldest first. */
	readonly history: readonly ClaimEvent[];
	readonly check: Claim['check'];
	/** Shows whether the claim has changed since it was read. */
	readonly revision: number;
	/** Deadline for undoing the latest change by staff, in milliseconds since the epoch. */
	readonly undoUntil: number | undefined;
}

export function claimDetails(hash: string, record: ClaimRecord, seatsAt: number): ClaimDetails {
	const { status, locked, item, licenseType, supportedUntil, purchasedAt } = record;
	const { check, history, revision, undo, revokedBy, given } = record;
	return {
		hash,
		status,
		locked,
		isRevokedByStaff: revokedBy !== undefined,
		isGiven: given === true,
		item,
		licenseType,
		supportedUntil,
		purchasedAt,
		payment: paymentOf(record),
		claims: claimsIn(hash, record),
		keptSeats: keptSeats(record, seatsAt).length,
		history,
		check,
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

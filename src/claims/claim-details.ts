import type { SupportEnd } from '../base/support-end.js';
import { isByStaff, keptSeats } from './changes.js';
import type { Claim, Snowflake } from './claim.js';
import { type Payment, paymentOf } from './purchase-facts.js';
import { type ClaimEvent, type ClaimRecord, claimsIn } from './record.js';

/**
 * A purchase as a moderator may see it: all of it at home, or in the guild that gave it without a code; in other guilds
 * only the events there, without payment, locks, checks and reserved seats. Times are milliseconds since the epoch.
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
	/** For home's staff alone. Undefined if the shop has said nothing about it, or there is no code. */
	readonly payment: Payment | undefined;
	/** All holders; in guilds other than home, only holders who verified the code there. */
	readonly claims: readonly Claim[];
	/** Seats reserved for former holders, whose identity is unknown. */
	readonly keptSeats: number;
	/** Oldest first; in guilds other than home, only events from there. */
	readonly history: readonly ClaimEvent[];
	readonly check: Claim['check'];
	/** Shows whether the claim has changed since it was read. */
	readonly revision: number;
	/** Deadline for undoing the latest change by staff, in milliseconds since the epoch. */
	readonly undoUntil: number | undefined;
}

/** The full details, for home's staff, and for the staff of the guild that gave the purchase without a code. */
export function fullDetails(hash: string, record: ClaimRecord, seatsAt: number): ClaimDetails {
	const { status, locked, item, licenseType, supportedUntil, purchasedAt } = record;
	const { check, history, revision, undo, revokedBy, given } = record;
	return {
		hash,
		status,
		locked,
		isRevokedByStaff: revokedBy !== undefined,
		isGiven: given !== undefined,
		item,
		licenseType,
		supportedUntil,
		purchasedAt,
		// Staff of other servers see gifts whole, so that nothing of a payment may be in one.
		payment: given === undefined ? paymentOf(record) : undefined,
		claims: claimsIn(hash, record),
		keptSeats: keptSeats(record, seatsAt).length,
		history,
		check,
		revision,
		undoUntil: undo?.revision === revision ? undo.until : undefined,
	};
}

/** @returns true if the details concern this member, and not only other holders */
export function names({ claims, history }: ClaimDetails, userId: Snowflake): boolean {
	return (
		claims.some(({ holderId }) => holderId === userId) ||
		history.some(
			(event) => event.member === userId || event.to === userId || (event.by === userId && !isByStaff(event)),
		)
	);
}

/** Events by which a holder verifies the code in a guild. */
const showings: ReadonlySet<ClaimEvent['what']> = new Set(['claimed', 'guild-added']);

/** Details limited to one guild; undefined if nothing happened there. Lines without a guild belong to home. */
export function detailsElsewhere(
	hash: string,
	record: ClaimRecord,
	guildId: Snowflake,
): ClaimDetails | undefined {
	const { status, item, licenseType, supportedUntil, purchasedAt, revision } = record;
	const unsaid = { locked: false, check: undefined } as const;
	const homes = {
		isRevokedByStaff: false,
		isGiven: false,
		undoUntil: undefined,
		payment: undefined,
	} as const;
	const history = record.history.filter((event) => event.guildId === guildId);
	// Only home may see when a holder first got the claim.
	const shownAt = ({ holderId, claimedAt }: Claim): number =>
		history.findLast(({ what, by }) => by === holderId && showings.has(what))?.at ?? claimedAt;
	const claims = claimsIn(hash, record)
		.filter((claim) => claim.guildIds.includes(guildId))
		.map((claim) => ({
			...claim,
			...unsaid,
			guildIds: [guildId],
			claimedAt: shownAt(claim),
		}));
	if (claims.length === 0 && history.length === 0) return undefined;
	return {
		hash,
		status,
		item,
		licenseType,
		supportedUntil,
		purchasedAt,
		claims,
		keptSeats: 0,
		history,
		revision,
		...unsaid,
		...homes,
	};
}

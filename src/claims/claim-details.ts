import { isByStaff, keptSeats } from './changes.js';
import type { Claim, Snowflake } from './claim.js';
import { type ClaimEvent, type ClaimRecord, claimsIn } from './record.js';

/**
 * A purchase as a moderator may see it: at home all of it, in another guild what was verified there, without locks,
 * checks and kept seats.
 */
export interface ClaimDetails {
	readonly hash: string;
	readonly status: Claim['status'];
	readonly locked: boolean;
	/** Staff have revoked it: no answer of the shop changes that. */
	readonly isRevokedByStaff: boolean;
	/** Staff of this server gave it without a code. */
	readonly isGiven: boolean;
	readonly item: Claim['item'];
	readonly licenseType: string;
	/** Milliseconds since the epoch. */
	readonly supportedUntil: number | undefined;
	/** Milliseconds since the epoch. */
	readonly purchasedAt: number | undefined;
	/** The holders; in other guilds than home, only those who have presented the code there. */
	readonly claims: readonly Claim[];
	/** Seats that are kept for former holders, whose identity is not known. */
	readonly keptSeats: number;
	/** What happened, oldest first; in other guilds than home, only what happened there. */
	readonly history: readonly ClaimEvent[];
	readonly check: Claim['check'];
	/** Lets a later change see whether anything has happened since. */
	readonly revision: number;
	/** Until when the latest change by staff can be undone, in milliseconds since the epoch. */
	readonly undoUntil: number | undefined;
}

/** All of it: what home's staff see, and of a purchase without a code the staff of the guild that gave it. */
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
		claims: claimsIn(hash, record),
		keptSeats: keptSeats(record, seatsAt).length,
		history,
		check,
		revision,
		undoUntil: undo?.revision === revision ? undo.until : undefined,
	};
}

/** Whether an event concerns this member, and not only other holders. */
export function names({ claims, history }: ClaimDetails, userId: Snowflake): boolean {
	return (
		claims.some(({ holderId }) => holderId === userId) ||
		history.some(
			(event) => event.member === userId || event.to === userId || (event.by === userId && !isByStaff(event)),
		)
	);
}

/** The events by which a holder verifies the code in a guild. */
const showings: ReadonlySet<ClaimEvent['what']> = new Set(['claimed', 'guild-added']);

/** What was verified in a guild that is not home; undefined if nothing was. Lines without a guild are home's. */
export function detailsElsewhere(
	hash: string,
	record: ClaimRecord,
	guildId: Snowflake,
): ClaimDetails | undefined {
	const { status, item, licenseType, supportedUntil, purchasedAt, revision } = record;
	const unsaid = { locked: false, check: undefined } as const;
	const homes = { isRevokedByStaff: false, isGiven: false, undoUntil: undefined } as const;
	const history = record.history.filter((event) => event.guildId === guildId);
	// The date since which it is held may be for home alone to know.
	const shownAt = ({ holderId, claimedAt }: Claim): number =>
		history.findLast(({ what, by }) => by === holderId && showings.has(what))?.at ?? claimedAt;
	const claims = claimsIn(hash, record)
		.filter((claim) => claim.guildIds.includes(guildId))
		.map((claim) => ({ ...claim, ...unsaid, guildIds: [guildId], claimedAt: shownAt(claim) }));
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

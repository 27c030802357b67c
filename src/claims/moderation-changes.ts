import { keptSeats, newRecord, noted, type Secrets, withHolder } from './changes.js';
import type { Snowflake } from './claim.js';
import { type ClaimEvent, type ClaimRecord, holderIn, type ProvenPurchase } from './record.js';

// Changes that moderators make to a claim's holders. Each keeps the replaced state while it can be undone. All times
// are milliseconds since the epoch.

const undoMs = 10 * 60_000;

export interface Act {
	readonly by: Snowflake;
	readonly guildId: Snowflake;
	readonly why: string;
}

/** Reasons to refuse a moderator's request. These are shown to people; they are not errors. */
export type Hindrance =
	| 'locked'
	| 'not-held'
	| 'no-kept-seat'
	| 'already-held'
	| 'already-locked'
	| 'not-locked'
	| 'already-revoked'
	| 'not-revoked'
	| 'not-free'
	/** Given by staff without a code, so there is no code to move, lock or block. */
	| 'given'
	| 'too-late'
	| 'changed-since'
	| 'own-case'
	/** Requires Manage Roles; a staff role is not enough. */
	| 'moderators-only';

type Moderated = ClaimRecord | Hindrance;

/** `seatsAt`: the time used to decide which reserved seats have expired. */
export type ClaimChange = (record: ClaimRecord, act: Act, at: number, seatsAt: number) => Moderated;

/** Removes a holder; the seat becomes free for anyone with the code. */
export function released(record: ClaimRecord, holderId: Snowflake, act: Act, at: number): Moderated {
	if (record.locked) return 'locked';
	if (holderIn(record, holderId) === undefined) return 'not-held';
	const holders = record.holders.filter(({ userId }) => userId !== holderId);
	return undoable(record, { holders }, { at, what: 'released', member: holderId, ...act });
}

/**
 * Frees the seats reserved for former holders. Otherwise a member who claims a leaked code and then deletes their data
 * would block its buyer for ever. There is no way to find out whose seats they were.
 */
export function seatsFreed(record: ClaimRecord, act: Act, at: number, seatsAt: number): Moderated {
	if (record.locked) return 'locked';
	if (keptSeats(record, seatsAt).length === 0) return 'no-kept-seat';
	return undoable(record, { reserved: [] }, { at, what: 'seat-freed', ...act });
}

/** `holderId`: who loses the purchase, if it is held. `tag`: of the new holder, who may have a reserved seat. */
export function transferred(
	record: ClaimRecord,
	transfer: { holderId: Snowflake | undefined; toUserId: Snowflake; tag: string },
	act: Act,
	at: number,
): Moderated {
	const { holderId, toUserId, tag } = transfer;
	if (record.given !== undefined) return 'given';
	if (record.locked) return 'locked';
	const isHeld = holderId === undefined ? record.holders.length === 0 : holderIn(record, holderId);
	if (!isHeld) return 'not-held';
	if (holderIn(record, toUserId) !== undefined) return 'already-held';
	const next = { userId: toUserId, claimedAt: at };
	if (holderId === undefined) {
		// One of the reserved seats is the loser's, and there is no way to find out which.
		const change = { holders: [next], reserved: [] };
		return undoable(record, change, { at, what: 'transferred', to: toUserId, ...act });
	}
	const holders = record.holders.map((holder) => (holder.userId === holderId ? next : holder));
	// The new holder no longer needs a reserved seat.
	const reserved = record.reserved.filter((seat) => seat.tag !== tag);
	const event = { at, what: 'transferred', member: holderId, to: toUserId, ...act } as const;
	return undoable(record, { holders, reserved }, event);
}

/** Leaves it as it is, though another member claims it: only the history changes. */
export function left(record: ClaimRecord, claimantId: Snowflake, act: Act, at: number): ClaimRecord {
	const member = record.holders[0]?.userId;
	return undoable(record, {}, { at, what: 'left', ...(member && { member }), to: claimantId, ...act });
}

export function locked(record: ClaimRecord, act: Act, at: number): Moderated {
	if (record.given !== undefined) return 'given';
	if (record.locked) return 'already-locked';
	return undoable(record, { locked: true }, { at, what: 'locked', ...act });
}

export function unlocked(record: ClaimRecord, act: Act, at: number): Moderated {
	if (!record.locked) return 'not-locked';
	return undoable(record, { locked: false }, { at, what: 'unlocked', ...act });
}

/** Restores the state from before the change of `revision`, within ten minutes, if nothing has happened since. */
export function undone(record: ClaimRecord, revision: number, act: Act, at: number): Moderated {
	const { undo, ...rest } = record;
	if (undo === undefined || undo.revision !== revision || record.revision !== revision)
		return 'changed-since';
	if (at >= undo.until) return 'too-late';
	const { revokedBy: _, ...plain } = rest;
	// If a check changed the status, the revision is later.
	return noted({ ...plain, ...undo.before }, { at, what: 'undone', ...act });
}

/** Marks it invalid, as after a refund, until staff lift that: the marketplace's answers don't. */
export function revokedByModerator(record: ClaimRecord, act: Act, at: number): Moderated {
	if (record.given !== undefined) return 'given';
	if (record.revokedBy !== undefined) return 'already-revoked';
	return withUndo(record, revokedFor(record, act, at), at);
}

function revokedFor(record: ClaimRecord, act: Act, at: number): ClaimRecord {
	return noted({ ...record, status: 'revoked', revokedBy: act.by }, { at, what: 'revoked', ...act });
}

/** Lifts a revocation by staff. The next check finds any refund made before or since. */
export function liftedByModerator(record: ClaimRecord, act: Act, at: number): Moderated {
	const { revokedBy, ...rest } = record;
	if (revokedBy === undefined) return 'not-revoked';
	return withUndo(record, noted({ ...rest, status: 'active' }, { at, what: 'reinstated', ...act }), at);
}

export interface Gift {
	readonly userId: Snowflake;
	readonly purchase: ProvenPurchase;
	/** The purchase has no code. Default: false. */
	readonly isGiven?: boolean;
}

/** A new record, with a holder or of a blocked code. Undoing that leaves a record without a holder. */
export function begunRecord(
	{ userId, purchase, isGiven = false }: Omit<Gift, 'userId'> & Partial<Pick<Gift, 'userId'>>,
	act: Act,
	secrets: Secrets,
	at: number,
): ClaimRecord {
	const made = newRecord({ userId: userId ?? act.by, guildId: act.guildId, purchase, at }, secrets);
	const none = { ...made, ...(isGiven && { given: true as const }), holders: [], revision: 0, history: [] };
	if (userId === undefined) return withUndo(none, revokedFor(none, act, at), at);
	return undoable(none, { holders: made.holders }, { at, what: 'gave', member: userId, ...act });
}

/** Adds a holder to a code that already has a record. The caller has checked that a seat is free. */
export function linkedTo(
	record: ClaimRecord,
	{ userId, tag, seatsAt }: { readonly userId: Snowflake; readonly tag: string; readonly seatsAt: number },
	act: Act,
	at: number,
): ClaimRecord {
	const { holders, reserved } = withHolder(record, { userId, guildId: act.guildId, tag, at, seatsAt });
	return undoable(record, { holders, reserved }, { at, what: 'gave', member: userId, ...act });
}

function undoable(record: ClaimRecord, change: Partial<ClaimRecord>, event: ClaimEvent): ClaimRecord {
	return withUndo(record, noted({ ...record, ...change }, event), event.at);
}

/** Adds the replaced state to `next`. */
function withUndo(record: ClaimRecord, next: ClaimRecord, at: number): ClaimRecord {
	const { holders, reserved, locked: wasLocked, status, revokedBy } = record;
	const before = { holders, reserved, locked: wasLocked, status, ...(revokedBy && { revokedBy }) };
	return { ...next, undo: { revision: next.revision, until: at + undoMs, before } };
}

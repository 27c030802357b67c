import { keptSeats, liftedByStaff, newRecord, noted, revokedByStaff, withHolder } from './changes.js';
import type { Snowflake } from './claim.js';
import { type ClaimEvent, type ClaimRecord, type Holding, holderIn, type ProvenPurchase } from './record.js';

// How a moderator can change who holds a claim. Each change keeps what it replaced for as long as it can be undone.
// All times are milliseconds since the epoch.

const undoMs = 10 * 60_000;
/** How far the clocks of two processes may differ. A time further ahead was written before a clock was set back. */
const skewMs = 60_000;

/** A moderator's action: who, where, why. */
export interface Act {
	readonly by: Snowflake;
	readonly guildId: Snowflake;
	readonly why: string;
}

/** Why a moderator's request can't be carried out. Each is shown to a person; none is an error. */
export type Hindrance =
	| 'locked'
	| 'not-held'
	| 'no-kept-seat'
	| 'already-held'
	| 'already-locked'
	| 'not-locked'
	| 'already-revoked'
	| 'not-revoked'
	/** No seat is free for another holder. */
	| 'not-free'
	/** Staff gave it without a code: it has none that could be moved, locked or blocked. */
	| 'given'
	| 'too-late'
	| 'changed-since'
	/** It is their own purchase: somebody else has to decide it. */
	| 'own-case'
	/** It takes Manage Roles: a staff role is not enough. */
	| 'moderators-only';

/** Removes a holder; the seat is free for anybody with the code. */
export function released(
	record: ClaimRecord,
	holderId: Snowflake,
	act: Act,
	at: number,
): ClaimRecord | Hindrance {
	if (record.locked) return 'locked';
	if (holderIn(record, holderId) === undefined) return 'not-held';
	const holders = record.holders.filter(({ userId }) => userId !== holderId);
	return undoable(record, { holders }, { at, what: 'released', member: holderId, ...act });
}

/**
 * Frees the seats that are kept for former holders: otherwise somebody who claims a leaked code and deletes their
 * data would keep it from its buyer for ever. Nobody can tell whose seats they were.
 */
export function seatsFreed(
	record: ClaimRecord,
	act: Act,
	{ at, seatsAt }: { readonly at: number; readonly seatsAt: number },
): ClaimRecord | Hindrance {
	if (record.locked) return 'locked';
	if (keptSeats(record, seatsAt).length === 0) return 'no-kept-seat';
	return undoable(record, { reserved: [] }, { at, what: 'seat-freed', ...act });
}

/** Who replaces whom. */
export interface Transfer {
	readonly holderId: Snowflake;
	readonly toUserId: Snowflake;
	/** What the new holder is known by where a seat is kept. */
	readonly tag: string;
	/** Where the role is owed from then on. Default: in the guild where it is done, since it isn't known of others. */
	readonly owedIn?: Snowflake | undefined;
	/** For how long it can be undone, in milliseconds. */
	readonly undoMs?: number | undefined;
}

/** Another member replaces a holder. */
export function transferred(
	record: ClaimRecord,
	{ holderId, toUserId, tag, owedIn, undoMs: undoableMs = undoMs }: Transfer,
	act: Act,
	at: number,
): ClaimRecord | Hindrance {
	if (record.given !== undefined) return 'given';
	if (record.locked) return 'locked';
	if (holderIn(record, holderId) === undefined) return 'not-held';
	if (holderIn(record, toUserId) !== undefined) return 'already-held';
	const next = { userId: toUserId, guildIds: [owedIn ?? act.guildId], claimedAt: at };
	const holders = record.holders.map((holder) => (holder.userId === holderId ? next : holder));
	// A seat that was kept for the new holder is no longer needed.
	const reserved = record.reserved.filter((seat) => seat.tag !== tag);
	const event = { at, what: 'transferred', member: holderId, to: toUserId, ...act } as const;
	return withUndo(record, noted({ ...record, holders, reserved }, event), at, undoableMs);
}

export function locked(record: ClaimRecord, act: Act, at: number): ClaimRecord | Hindrance {
	if (record.given !== undefined) return 'given';
	if (record.locked) return 'already-locked';
	return undoable(record, { locked: true }, { at, what: 'locked', ...act });
}

export function unlocked(record: ClaimRecord, act: Act, at: number): ClaimRecord | Hindrance {
	if (!record.locked) return 'not-locked';
	return undoable(record, { locked: false }, { at, what: 'unlocked', ...act });
}

/** Restores the holders from before the change that produced `revision`, unless anything has happened since. */
export function undone(record: ClaimRecord, revision: number, act: Act, at: number): ClaimRecord | Hindrance {
	const { undo, ...rest } = record;
	if (undo === undefined || undo.revision !== revision || record.revision !== revision)
		return 'changed-since';
	const { status = record.status, revokedBy, ...holding } = undo.before;
	const latest = record.history.at(-1);
	// It was done in another guild: home has moved since.
	if (latest?.guildId !== act.guildId) return 'changed-since';
	if (at >= undo.until || at < latest.at - skewMs) return 'too-late';
	const { revokedBy: _, ...plain } = rest;
	// Where a check or another version has changed the status, there is a later revision.
	const before = undo.before.status === undefined ? rest : { ...plain, ...(revokedBy && { revokedBy }) };
	return noted({ ...before, ...holding, status }, { at, what: 'undone', ...act });
}

/** Declares it invalid, as after a refund, until staff lift that. Roles follow from the status. */
export function revokedByModerator(record: ClaimRecord, act: Act, at: number): ClaimRecord | Hindrance {
	if (record.given !== undefined) return 'given';
	if (record.revokedBy !== undefined) return 'already-revoked';
	return withUndo(record, revokedByStaff(record, act, at), at);
}

/** Lifts what staff have revoked. */
export function liftedByModerator(record: ClaimRecord, act: Act, at: number): ClaimRecord | Hindrance {
	if (record.revokedBy === undefined) return 'not-revoked';
	return withUndo(record, liftedByStaff(record, act, at), at);
}

/** What a member gets from staff. */
export interface Gift {
	readonly userId: Snowflake;
	readonly purchase: ProvenPurchase;
}

/** What a record needs that only the claim store can make. */
interface Secrets {
	readonly secret: string;
	readonly sealed: string;
}

/** A purchase without a code, which counts in the guild whose staff give it and nowhere else. */
export function givenRecord(gift: Gift, act: Act, secrets: Secrets, at: number): ClaimRecord {
	const { guildId } = act;
	return begunByStaff({ ...recordFor(gift, act, secrets, at), given: { guildId } }, gift.userId, act, at);
}

/** A purchase with its code that staff link to a member's account. */
export function linkedRecord(gift: Gift, act: Act, secrets: Secrets, at: number): ClaimRecord {
	return begunByStaff(recordFor(gift, act, secrets, at), gift.userId, act, at);
}

/** The same for a code that has a record already. The caller has checked that a seat is free. */
export function linkedTo(
	record: ClaimRecord,
	{ userId, tag, seatsAt }: { readonly userId: Snowflake; readonly tag: string; readonly seatsAt: number },
	act: Act,
	at: number,
): ClaimRecord {
	const { holders, reserved } = withHolder(record, { userId, guildId: act.guildId, tag, at, seatsAt });
	return undoable(record, { holders, reserved }, { at, what: 'gave', member: userId, ...act });
}

/** A code that nobody has verified, blocked. */
export function blockedRecord(purchase: ProvenPurchase, act: Act, secrets: Secrets, at: number): ClaimRecord {
	const none = { ...recordFor({ userId: act.by, purchase }, act, secrets, at), holders: [] };
	return withUndo(none, revokedByStaff({ ...none, revision: 0, history: [] }, act, at), at);
}

function recordFor({ userId, purchase }: Gift, { guildId }: Act, secrets: Secrets, at: number): ClaimRecord {
	return newRecord({ userId, guildId, purchase, at }, secrets);
}

/** Undoing it leaves a record without a holder. */
function begunByStaff(record: ClaimRecord, userId: Snowflake, act: Act, at: number): ClaimRecord {
	const none = { ...record, holders: [] };
	const event = { at, what: 'gave', member: userId, ...act } as const;
	return withUndo(none, noted({ ...record, revision: 0, history: [] }, event), at);
}

function undoable(record: ClaimRecord, change: Partial<Holding>, event: ClaimEvent): ClaimRecord {
	return withUndo(record, noted({ ...record, ...change }, event), event.at);
}

/** `next` with what it replaces. */
function withUndo(record: ClaimRecord, next: ClaimRecord, at: number, undoableMs = undoMs): ClaimRecord {
	const { holders, reserved, locked: wasLocked, status, revokedBy } = record;
	const before = { holders, reserved, locked: wasLocked, status, ...(revokedBy && { revokedBy }) };
	return { ...next, undo: { revision: next.revision, until: at + undoableMs, before } };
}

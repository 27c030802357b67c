import { keptSeats, noted } from './changes.js';
import type { Snowflake } from './claim.js';
import { type ClaimEvent, type ClaimRecord, type Holding, holderIn } from './record.js';

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
	| 'too-late'
	| 'changed-since'
	/** It is their own case: somebody else has to decide it. */
	| 'own-case';

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

/**
 * Another member replaces a holder, with the role owed in the guild where that was done: it isn't known to be owed in
 * others.
 */
export function transferred(
	record: ClaimRecord,
	{ holderId, toUserId, tag }: { holderId: Snowflake; toUserId: Snowflake; tag: string },
	act: Act,
	at: number,
): ClaimRecord | Hindrance {
	if (record.locked) return 'locked';
	if (holderIn(record, holderId) === undefined) return 'not-held';
	if (holderIn(record, toUserId) !== undefined) return 'already-held';
	const next = { userId: toUserId, guildIds: [act.guildId], claimedAt: at };
	const holders = record.holders.map((holder) => (holder.userId === holderId ? next : holder));
	// A seat that was kept for the new holder is no longer needed.
	const reserved = record.reserved.filter((seat) => seat.tag !== tag);
	const event = { at, what: 'transferred', member: holderId, to: toUserId, ...act } as const;
	return undoable(record, { holders, reserved }, event);
}

export function locked(record: ClaimRecord, act: Act, at: number): ClaimRecord | Hindrance {
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
	// It was done in another guild: home has moved since.
	if (record.history.at(-1)?.guildId !== act.guildId) return 'changed-since';
	if (at >= undo.until || at < undo.until - undoMs - skewMs) return 'too-late';
	return noted({ ...rest, ...undo.before }, { at, what: 'undone', ...act });
}

function undoable(record: ClaimRecord, change: Partial<Holding>, event: ClaimEvent): ClaimRecord {
	const { holders, reserved, locked: wasLocked } = record;
	const next = noted({ ...record, ...change }, event);
	return {
		...next,
		undo: {
			revision: next.revision,
			until: event.at + undoMs,
			before: { holders, reserved, locked: wasLocked },
		},
	};
}

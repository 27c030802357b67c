import { z } from 'zod';
import { count, optionalNumber, snowflake, timestamp } from '../../base/row-fields.js';
import type { ClaimDetails } from '../../claims/claim-details.js';

/** `deleted` if the member's data was deleted. */
const person = z.union([snowflake, z.literal('deleted')]);
const words = z.string().max(300);

const decidedSchema = z.strictObject({
	by: person,
	/** Milliseconds since the epoch. */
	at: timestamp,
	why: words,
	/** The claim's revision that a move produced: it can be undone until `undoUntil`. */
	revision: optionalNumber(count),
	undoUntil: optionalNumber(timestamp),
	/** The deciding administrator was a party to the dispute. */
	isOwnCase: z.boolean().optional(),
	isUndone: z.boolean().optional(),
	/** The holder at that time. */
	holderId: person.optional(),
});

/**
 * Two accounts that claim one purchase, under `dispute:` and the letters of the refusal that started it.
 * - `opening`: stored, but not yet checked against the limits.
 * - `open`: staff decide.
 * - `moved`, `freed`, `left`: staff have decided. `freed`: the purchase had no holder, so its code is free.
 * - `withdrawn`: by the claimant. `moved-by-owner`: the claimant received the purchase without staff.
 */
export const disputeSchema = z.strictObject({
	v: z.literal(1),
	/** When it was opened. All times are milliseconds since the epoch. */
	at: timestamp,
	hash: z.string().regex(/^[0-9a-f]{64}$/),
	claimantId: person,
	/**
	 * A keyed tag of a claimant whose data was deleted, while the dispute counts against `max.member`: deleting data
	 * must not evade that limit. A change of CLAIM_SECRET voids it.
	 */
	claimantTag: z
		.string()
		.regex(/^[0-9a-f]{64}$/)
		.optional(),
	/** The server where the claimant entered the code. */
	guildId: snowflake,
	/** The claimant's message to staff, without codes. */
	note: words,
	state: z.enum(['opening', 'open', 'moved', 'freed', 'left', 'withdrawn', 'moved-by-owner']),
	reopenedAt: optionalNumber(timestamp),
	/** The question to the holder; absent if the purchase has no holder or several. */
	asked: z.strictObject({ holderId: person, at: timestamp, answer: z.enum(['none', 'theirs']) }).optional(),
	deciding: decidedSchema.optional(),
	decided: decidedSchema.optional(),
	/** The staff's card: its place and a digest of its content. */
	card: z
		.strictObject({
			guildId: snowflake,
			channelId: snowflake,
			messageId: snowflake,
			shown: z.string().max(64),
		})
		.optional(),
	isReminded: z.boolean().optional(),
	/** Both sides have been notified of the outcome, and the card shows it. */
	isSettled: z.boolean().optional(),
});

export type StoredDispute = z.infer<typeof disputeSchema>;
export type Decided = z.infer<typeof decidedSchema>;

/** In `card.shown`: the card still shows deleted data and must be edited. */
export const staleCard = '';

/** The id of the notice that asks the holder. */
export function askedId(reference: string): string {
	return `dispute-${reference}-asked`;
}

export interface Dispute extends StoredDispute {
	readonly reference: string;
}

const day = 24 * 60 * 60_000;

/** Limits: open disputes of a server, and disputes of a member within `memberMs`. */
const max = { server: 20, member: 2, memberMs: 30 * day } as const;
/** How long a decision can be undone. */
export const undoMs = 72 * 60 * 60_000;
/** Minimum time between two moves of a code by disputes or its members. */
export const onceMs = 90 * day;
export const remindMs = 3 * day;
/** Minimum time before a holder is asked again about the same purchase. */
export const askAgainMs = 30 * day;

/** The limit that keeps a member from opening a dispute. */
export type Hindered = 'already-open' | 'too-many' | 'server-full';

export function isUndecided({ state }: Pick<Dispute, 'state'>): boolean {
	return state === 'open' || state === 'opening';
}

/** True if the first dispute was stored before the second; the order is the same in each process. */
export function isBefore(one: Dispute, other: Dispute): boolean {
	return one.at < other.at || (one.at === other.at && one.reference < other.reference);
}

/** True if a dispute opened at that time still counts against its claimant. */
export function countsForMember(at: number, now: number): boolean {
	return at > now - max.memberMs;
}

/**
 * Checks an opening dispute against the limits. It is stored before it is counted, and disputes count in the order in
 * which they were stored, so that two processes agree. Open ones always count, whatever the clock of their process.
 */
export function hindranceOf(
	own: Dispute,
	all: readonly Dispute[],
	/** The claimant's. */
	tag: string,
): Hindered | undefined {
	const before = all.filter(
		(other) => other.reference !== own.reference && (other.state !== 'opening' || isBefore(other, own)),
	);
	const mine = before.filter(
		({ claimantId, claimantTag }) => claimantId === own.claimantId || claimantTag === tag,
	);
	if (mine.some((other) => other.hash === own.hash && isUndecided(other))) return 'already-open';
	if (mine.filter(({ at }) => countsForMember(at, own.at)).length >= max.member) return 'too-many';
	const here = before.filter((other) => other.guildId === own.guildId && isUndecided(other));
	return here.length >= max.server ? 'server-full' : undefined;
}

/** True if the code has recently changed hands by a dispute. */
export function movedLately(hash: string, all: readonly Dispute[], now: number): boolean {
	return all.some(
		({ hash: other, state, decided }) =>
			other === hash &&
			(state === 'moved' || state === 'moved-by-owner') &&
			decided !== undefined &&
			decided.at > now - onceMs,
	);
}

/**
 * Why the holder can't move the purchase to another account. Staff decide while a dispute about it is open, unless it
 * goes to the claimant. With several claimants it goes to none: the holder's second account could be among them.
 */
export function ownMoveHindrance(
	{ hash, toUserId }: { readonly hash: string; readonly toUserId: string },
	all: readonly Dispute[],
	now: number,
): 'disputed' | 'moved-lately' | undefined {
	const isRival = (other: Dispute): boolean =>
		other.hash === hash && isUndecided(other) && other.claimantId !== toUserId;
	if (all.some(isRival)) return 'disputed';
	return movedLately(hash, all, now) ? 'moved-lately' : undefined;
}

export const maxNoteLength = 300;

export function isHeldBy(file: ClaimDetails, userId: string): boolean {
	return file.claims.some(({ holderId }) => holderId === userId);
}

/** Determines from the claim whether a decision was carried out; undefined if it was not. */
export function carriedOut(
	deciding: Decided,
	claimantId: string,
	file: ClaimDetails | undefined,
): Partial<Pick<StoredDispute, 'state' | 'decided'>> {
	// The same person may have done something else to the purchase since.
	const event = file?.history.findLast(
		({ at, by, what, to }) =>
			by === deciding.by &&
			at >= deciding.at &&
			(deciding.isUndone === true
				? what === 'undone'
				: what === 'seat-freed' || (what === 'transferred' && to === claimantId)),
	);
	if (event?.what === 'undone') return { state: 'left', decided: deciding };
	if (event?.what === 'transferred') {
		// After any later change it can't be undone.
		const isLast = event === file?.history.at(-1);
		const undo = isLast && { revision: file?.revision, undoUntil: deciding.at + undoMs };
		return { state: 'moved', decided: { ...deciding, ...undo } };
	}
	return event?.what === 'seat-freed' ? { state: 'freed', decided: deciding } : {};
}

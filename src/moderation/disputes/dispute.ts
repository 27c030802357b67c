import { z } from 'zod';
import { count, optionalNumber, snowflake, timestamp } from '../../base/row-fields.js';
import type { ClaimDetails } from '../../claims/claim-details.js';

/** `deleted` where the member's data was deleted. */
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
	/** It was the own dispute of whoever decided it, an administrator. */
	isOwnCase: z.boolean().optional(),
	/** A move that was taken back. */
	isUndone: z.boolean().optional(),
	/** Who had it then. */
	holderId: person.optional(),
});

/**
 * Two accounts that call one purchase theirs, under `dispute:` and the letters of the refusal that it began with.
 * - `opening`: noted, and not yet known to be within the limits.
 * - `open`: home's staff decide.
 * - `moved`, `freed`, `left`: they have. `freed`: nobody had it, so its code is free.
 * - `withdrawn`: by the claimant. `moved-by-owner`: the purchase came to the claimant without the staff.
 */
export const disputeSchema = z.strictObject({
	v: z.literal(1),
	/** When it was opened. Milliseconds since the epoch, as all times. */
	at: timestamp,
	/** The claim. */
	hash: z.string().regex(/^[0-9a-f]{64}$/),
	claimantId: person,
	/**
	 * A keyed tag of a claimant whose data was deleted, for as long as the dispute counts against `max.member`: deleting
	 * one's data is no way around that limit. A change of CLAIM_SECRET voids it.
	 */
	claimantTag: z
		.string()
		.regex(/^[0-9a-f]{64}$/)
		.optional(),
	/** Where the claimant entered the code. */
	guildId: snowflake,
	/** What the staff should know, in the claimant's words, without codes. */
	note: words,
	state: z.enum(['opening', 'open', 'moved', 'freed', 'left', 'withdrawn', 'moved-by-owner']),
	/** Since when it is open, where it was reopened. */
	reopenedAt: optionalNumber(timestamp),
	/** What the holder was asked: nothing is asked where nobody or several have it. */
	asked: z.strictObject({ holderId: person, at: timestamp, answer: z.enum(['none', 'theirs']) }).optional(),
	/** A decision that is being carried out. */
	deciding: decidedSchema.optional(),
	decided: decidedSchema.optional(),
	/** The staff's card: where it is, and what it shows. */
	card: z
		.strictObject({
			guildId: snowflake,
			channelId: snowflake,
			messageId: snowflake,
			shown: z.string().max(64),
		})
		.optional(),
	/** The staff have been reminded of it. */
	isReminded: z.boolean().optional(),
	/** Both sides know how it ended, and the card shows it. */
	isSettled: z.boolean().optional(),
});

export type StoredDispute = z.infer<typeof disputeSchema>;
export type Decided = z.infer<typeof decidedSchema>;

/** In `card.shown`: the card shows what was deleted since, and must be edited. */
export const staleCard = '';

export const disputePrefix = 'dispute:';
export const disputeKeyPattern = /^dispute:[A-Z]{6}$/;

/** The key of a dispute by its reference, `KQT-WDR`. */
export function disputeKey(reference: string): string {
	return disputePrefix + reference.replace('-', '');
}

/** The reference of a dispute by its key. */
export function referenceOf(key: string): string {
	const letters = key.slice(disputePrefix.length);
	return `${letters.slice(0, 3)}-${letters.slice(3)}`;
}

/** A dispute with its reference. */
export interface Dispute extends StoredDispute {
	readonly reference: string;
}

const day = 24 * 60 * 60_000;

/** Limits: open disputes of a server, and disputes of a member within `memberMs`. */
const max = { server: 20, member: 2, memberMs: 30 * day } as const;
/** For how long a decision can be undone. */
export const undoMs = 72 * 60 * 60_000;
/** A code changes hands by disputes and by its members once in that time. */
export const onceMs = 90 * day;
/** When the staff are reminded. */
export const remindMs = 3 * day;
/** A holder is not asked again about the same purchase. */
export const askAgainMs = 30 * day;

/** Why somebody can't open one. */
export type Hindered = 'already-open' | 'too-many' | 'server-full';

function isUndecided({ state }: Dispute): boolean {
	return state === 'open' || state === 'opening';
}

/** Which of two disputes was noted first, the same in each process. */
export function isBefore(one: Dispute, other: Dispute): boolean {
	return one.at < other.at || (one.at === other.at && one.reference < other.reference);
}

/** Whether a dispute that was opened then still counts against its claimant. */
export function countsForMember(at: number, now: number): boolean {
	return at > now - max.memberMs;
}

/**
 * Whether a dispute that is opening is within the limits, among all others. It was noted before it is counted, and
 * whichever was noted first counts first, so that two processes come to the same; those that are open count in any
 * case, whatever the clock of their process said.
 */
export function hindranceOf(
	own: Dispute,
	all: readonly Dispute[],
	tagOf: (userId: string) => string,
): Hindered | undefined {
	const before = all.filter(
		(other) => other.reference !== own.reference && (other.state !== 'opening' || isBefore(other, own)),
	);
	const tag = tagOf(own.claimantId);
	const mine = before.filter(
		({ claimantId, claimantTag }) => claimantId === own.claimantId || claimantTag === tag,
	);
	if (mine.some((other) => other.hash === own.hash && isUndecided(other))) return 'already-open';
	if (mine.filter(({ at }) => countsForMember(at, own.at)).length >= max.member) return 'too-many';
	const here = before.filter((other) => other.guildId === own.guildId && isUndecided(other));
	return here.length >= max.server ? 'server-full' : undefined;
}

/** Whether the code has changed hands by a dispute lately. */
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
 * Why the holder can't move the purchase to another account. While a dispute about it is open the staff decide, unless
 * it goes to the claimant. With several claimants it goes to none of them: the holder's second account could be one.
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

/** Of what somebody writes about a dispute, in characters. */
export const longestWords = 300;

/** Whether the member has the purchase. */
export function isHeldBy(file: ClaimDetails, userId: string): boolean {
	return file.claims.some(({ holderId }) => holderId === userId);
}

/** What a decision that was begun has become, by what the claim says; nothing of it where it was not carried out. */
export function carriedOut(
	deciding: Decided,
	claimantId: string,
	file: ClaimDetails | undefined,
): Partial<Pick<StoredDispute, 'state' | 'decided'>> {
	const event = file?.history.findLast(({ at, by }) => by === deciding.by && at >= deciding.at);
	if (deciding.isUndone === true) {
		return event?.what === 'undone' ? { state: 'left', decided: deciding } : {};
	}
	if (event?.what === 'transferred' && event.to === claimantId) {
		// Where anything else has happened since, there is no way back.
		const isLast = event === file?.history.at(-1);
		const undo = isLast && { revision: file?.revision, undoUntil: deciding.at + undoMs };
		return { state: 'moved', decided: { ...deciding, ...undo } };
	}
	return event?.what === 'seat-freed' ? { state: 'freed', decided: deciding } : {};
}

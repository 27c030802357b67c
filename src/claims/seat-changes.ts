import { endsGivenSeat, hasSeatFor, keptSeats, maxSeatChanges, noted } from './changes.js';
import type { Snowflake } from './claim.js';
import { type ClaimEvent, type ClaimRecord, type Holder, holderIn, type SeatOffer } from './record.js';

// Changes to the seats that holders give each other. A receiver holds a seat without the code. All times are
// milliseconds since the epoch.

const dayMs = 86_400_000;
/** How long a member can accept an offered seat. */
export const offerMs = 7 * dayMs;
/** The period in which `maxSeatChanges` counts. */
const seatChangesMs = 30 * dayMs;

/** Reasons to refuse a member's request about seats. These are shown to people; they are not errors. */
export type SeatHindrance =
	| {
			readonly kind:
				| 'not-yours'
				| 'not-first'
				| 'locked'
				| 'revoked'
				| 'already-held'
				| 'no-free-seat'
				| 'gone';
	  }
	/** Seats of this purchase have changed hands too often. `retryAt`: when that is over. */
	| { readonly kind: 'changed-lately'; readonly retryAt: number };

/** A member at the time of a change. `tag`: identifies a seat that is reserved for them. */
interface Candidate {
	readonly tag: string;
	readonly at: number;
	readonly seatsAt: number;
}

/**
 * The holder who gives and takes back seats: the earliest who holds the code itself. If that holder leaves, the next one
 * who verified the code follows.
 */
export function firstHolder({ holders, given }: Pick<ClaimRecord, 'holders' | 'given'>): Holder | undefined {
	return given === undefined ? holders.find(({ givenBy }) => givenBy === undefined) : undefined;
}

/** Offers that can still be accepted: none to a member who has become a holder without it. */
export function openOffers(record: ClaimRecord, at: number): readonly SeatOffer[] {
	const giver = firstHolder(record)?.userId;
	return (record.offers ?? []).filter(
		({ by, to, until }) => by === giver && until > at && holderIn(record, to) === undefined,
	);
}

/**
 * A purchase that was moved to the member counts as it did for its holder before. A dropped line counts as no.
 * @returns true if the member holds or last held the purchase by its code, and may see the end of it
 */
export function hasEnteredCode(history: readonly ClaimEvent[], userId: Snowflake): boolean {
	const index = history.findLastIndex((event) => becomesHolder(event, userId));
	const origin = history[index];
	if (origin?.what === 'transferred') {
		const { member = 'deleted' } = origin;
		return member !== 'deleted' && hasEnteredCode(history.slice(0, index), member);
	}
	return origin !== undefined && origin.what !== 'seat-accepted';
}

function becomesHolder({ what, by, member, to }: ClaimEvent, userId: Snowflake): boolean {
	if (what === 'transferred') return to === userId;
	if (what === 'gave') return member === userId;
	return by === userId && (what === 'claimed' || what === 'seat-accepted');
}

/** Adds an offer. An open offer to the same member stays as it is. */
export function offered(
	record: ClaimRecord,
	offer: SeatOffer,
	{ guildId, seats, ...candidate }: Candidate & { readonly guildId: Snowflake; readonly seats: number },
): ClaimRecord | SeatHindrance {
	const { by, to, at } = offer;
	const refused = hindranceOf(record, by);
	if (refused !== undefined) return refused;
	if (holderIn(record, to) !== undefined) return { kind: 'already-held' };
	const open = openOffers(record, at);
	if (open.some((other) => other.to === to)) return record;
	const ended = endedSince(record.history, at);
	// One more than can be taken back: the last seat that was taken back can be given again.
	if (ended.length > maxSeatChanges) return changedLately(ended, maxSeatChanges + 1);
	const taken = record.holders.length + keptSeats(record, candidate.seatsAt).length + open.length;
	if (taken >= seats && (open.length > 0 || !hasSeatFor(record, candidate, seats)))
		return { kind: 'no-free-seat' };
	return noted({ ...record, offers: [...open, offer] }, { at, what: 'seat-offered', by, to, guildId });
}

/** Makes the receiver of an offer a holder if a seat is still free. */
export function accepted(
	record: ClaimRecord,
	{ id, userId, guildId }: { readonly id: string; readonly userId: Snowflake; readonly guildId: Snowflake },
	{ seats, ...candidate }: Candidate & { readonly seats: number },
): ClaimRecord | SeatHindrance {
	const { at, seatsAt, tag } = candidate;
	if (holderIn(record, userId) !== undefined) return { kind: 'already-held' };
	const open = openOffers(record, at);
	const offer = open.find((each) => each.id === id && each.to === userId);
	if (offer === undefined) return { kind: 'gone' };
	const refused = hindranceOf(record, offer.by);
	if (refused !== undefined) return refused;
	if (!hasSeatFor(record, candidate, seats)) return { kind: 'no-free-seat' };
	const holder: Holder = { userId, guildIds: [guildId], claimedAt: at, givenBy: offer.by };
	const changed = {
		...withOffers(
			record,
			open.filter((each) => each !== offer),
		),
		holders: [...record.holders, holder],
		reserved: keptSeats(record, seatsAt).filter((seat) => seat.tag !== tag),
	};
	return noted(changed, { at, what: 'seat-accepted', by: userId, member: offer.by, guildId });
}

/** Ends a given seat, or an offer of one. The seat is free immediately: its former holder doesn't know the code. */
export function takenBack(
	record: ClaimRecord,
	{ by, from, guildId }: { readonly by: Snowflake; readonly from: Snowflake; readonly guildId: Snowflake },
	at: number,
): ClaimRecord | SeatHindrance {
	const refused = hindranceOf(record, by);
	if (refused !== undefined) return refused;
	const open = openOffers(record, at);
	const isOffered = open.some(({ to }) => to === from);
	const isGiven = holderIn(record, from)?.givenBy !== undefined;
	if (!isOffered && !isGiven) return { kind: 'gone' };
	const ended = endedSince(record.history, at);
	if (ended.length >= maxSeatChanges) return changedLately(ended, maxSeatChanges);
	const left = withOffers(
		record,
		open.filter(({ to }) => to !== from),
	);
	if (!isGiven) return noted(left, { at, what: 'seat-withdrawn', by, to: from, guildId });
	const holders = record.holders.filter(({ userId }) => userId !== from);
	return noted({ ...left, holders }, { at, what: 'seat-taken-back', by, member: from, guildId });
}

/** A receiver gives up their own seat. It is free immediately, as when it is taken back. */
export function leftSeat(
	record: ClaimRecord,
	{ userId, guildId }: { readonly userId: Snowflake; readonly guildId: Snowflake },
	at: number,
): ClaimRecord {
	const holders = record.holders.filter((holder) => holder.userId !== userId);
	return noted({ ...record, holders }, { at, what: 'seat-left', by: userId, guildId });
}

/** Removes an offer that can't be accepted any more. Adds no history. */
export function withoutExpired(record: ClaimRecord, id: string, at: number): ClaimRecord {
	const { offers = [] } = record;
	const left = offers.filter((offer) => offer.id !== id || offer.until > at);
	return left.length === offers.length ? record : withOffers(record, left);
}

function withOffers({ offers: _, ...record }: ClaimRecord, offers: readonly SeatOffer[]): ClaimRecord {
	return { ...record, ...(offers.length > 0 && { offers: [...offers] }) };
}

/** The reason why no seat can change, if any. */
function hindranceOf(record: ClaimRecord, giverId: Snowflake): SeatHindrance | undefined {
	if (holderIn(record, giverId) === undefined) return { kind: 'not-yours' };
	if (firstHolder(record)?.userId !== giverId) return { kind: 'not-first' };
	if (record.locked) return { kind: 'locked' };
	return record.status === 'revoked' ? { kind: 'revoked' } : undefined;
}

/** Times at which a given seat or an offer ended, oldest first. A time in the future counts as now. */
function endedSince(history: readonly ClaimEvent[], now: number): readonly number[] {
	return history
		.filter(endsGivenSeat)
		.map(({ at }) => Math.min(at, now))
		.filter((at) => at > now - seatChangesMs)
		.toSorted((a, b) => a - b);
}

/** @param limit how many are too many */
function changedLately(ended: readonly number[], limit: number): SeatHindrance {
	const decisive = ended.at(-limit) ?? 0;
	return { kind: 'changed-lately', retryAt: decisive + seatChangesMs };
}

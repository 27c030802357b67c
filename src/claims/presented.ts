import { hasSeatFor, type Newcomer, newRecord, type Secrets, withHolder } from './changes.js';
import type { Claim, Snowflake } from './claim.js';
import { type ClaimPolicy, seatsFor } from './policy.js';
import { type ClaimRecord, claimIn, holderIn, type ProvenPurchase } from './record.js';
import { withAnswer } from './refund-rule.js';

// The state of a code for the member who presents it, from its claim and the policy.

/** `unclaimed`: only the marketplace has to confirm. `revoked-yours`: refunded, so ask the marketplace again. */
export type Presented =
	| { readonly kind: 'unclaimed' }
	| Held<'already-yours' | 'revoked-yours'>
	| Taken
	| RevokedByStaff;

export type Claimed = Held<'claimed' | 'already-yours'> | Taken | RevokedByStaff;

interface Held<Kind> {
	readonly kind: Kind;
	readonly claim: Claim;
	readonly seat?: Seat;
}

/** Held by other members. `seats`: maximum holders, if more than one, whatever keeps this member out. */
interface Taken {
	readonly kind: 'taken';
	readonly hash: string;
	readonly seats?: number;
}

/** A holder's seat in a purchase with several. */
export interface Seat {
	/** From 1. */
	readonly number: number;
	readonly seats: number;
}

/** Staff revoked it for all holders: the marketplace's answers don't change that. */
interface RevokedByStaff {
	readonly kind: 'revoked-by-staff';
}

/** @param newcomer the member, who may hold it already */
export function presented(
	hash: string,
	record: ClaimRecord | undefined,
	newcomer: Omit<Newcomer, 'guildId'>,
	policy: ClaimPolicy,
): Presented {
	if (record === undefined) return { kind: 'unclaimed' };
	if (record.revokedBy !== undefined) return { kind: 'revoked-by-staff' };
	const { userId } = newcomer;
	const claim = claimIn(hash, record, userId);
	const seats = seatsFor(policy, record.licenseType);
	if (claim === undefined)
		return hasSeatFor(record, newcomer, seats) ? { kind: 'unclaimed' } : taken(hash, seats);
	if (record.status === 'revoked') return { kind: 'revoked-yours', claim };
	return { kind: 'already-yours', claim, ...seatOf(record, userId, seats) };
}

/**
 * The claim after the marketplace has confirmed the purchase for the member; without `next` if it isn't theirs.
 * @param secrets makes the fields of a new claim that only its store can make
 */
export function claimed(
	hash: string,
	record: ClaimRecord | undefined,
	newcomer: Newcomer,
	{ purchase, policy }: { readonly purchase: ProvenPurchase; readonly policy: ClaimPolicy },
	secrets: () => Secrets,
): { readonly next?: ClaimRecord; readonly result: Claimed } {
	const { userId, guildId, at } = newcomer;
	const seats = seatsFor(policy, purchase.licenseType);
	const held = (kind: 'claimed' | 'already-yours', next: ClaimRecord) => {
		const claim = claimIn(hash, next, userId);
		if (claim === undefined) return { result: taken(hash, seats) };
		return { next, result: { kind, claim, ...seatOf(next, userId, seats) } };
	};
	if (record === undefined) return held('claimed', newRecord({ userId, guildId, purchase, at }, secrets()));
	if (record.revokedBy !== undefined) return { result: { kind: 'revoked-by-staff' } };
	const isHeld = holderIn(record, userId) !== undefined;
	if (!isHeld && !hasSeatFor(record, newcomer, seats)) return { result: taken(hash, seats) };
	const joined = isHeld ? record : withHolder(record, newcomer);
	const question = { by: 'claimcheck', askedAt: at, canJudge: true } as const;
	const next = withAnswer(joined, { kind: 'valid', purchase }, question, at);
	return held(isHeld ? 'already-yours' : 'claimed', next);
}

function taken(hash: string, seats: number): Taken {
	return { kind: 'taken', hash, ...(seats > 1 && { seats }) };
}

function seatOf({ holders }: ClaimRecord, userId: Snowflake, seats: number): { readonly seat?: Seat } {
	if (seats <= 1) return {};
	const number = holders.findIndex((holder) => holder.userId === userId) + 1;
	// There may be more holders than seats if managers have lowered the number.
	return { seat: { number, seats: Math.max(seats, holders.length) } };
}

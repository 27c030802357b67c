import { isDeepStrictEqual } from 'node:util';
import type { SupportEnd } from '../base/purchase-fields.js';
import type { Snowflake } from './claim.js';
import {
	type Cause,
	type ClaimEvent,
	type ClaimRecord,
	type Holder,
	holderIn,
	type ProvenPurchase,
} from './record.js';
import { scrubCodes } from './scrub-codes.js';

// Changes to a claim made by its holder or the bot. Each returns the same record if nothing changes. All times are
// milliseconds since the epoch.

/** Applies separately to staff actions and to all other events. */
const maxHistoryLines = 50;
const maxTextLength = 300;

/** A new holder. `tag` identifies former holders by a keyed hash. */
export interface Newcomer {
	readonly userId: Snowflake;
	readonly guildId: Snowflake;
	readonly tag: string;
	readonly at: number;
	/** The time used to decide which reserved seats have expired. Default: `at`. */
	readonly seatsAt?: number;
}

/** Fields that only the claim store can make. */
export type Secrets = Pick<ClaimRecord, 'secret' | 'sealed'>;

export function newRecord(
	details: { userId: Snowflake; guildId: Snowflake; purchase: ProvenPurchase; at: number },
	secrets: Secrets,
): ClaimRecord {
	const { userId, guildId, purchase, at } = details;
	return {
		v: 2,
		revision: 1,
		holders: [{ userId, claimedAt: at }],
		reserved: [],
		locked: false,
		status: 'active',
		...detailsOf(purchase),
		...(purchase.supportedUntil !== undefined && { supportedUntil: purchase.supportedUntil }),
		...secrets,
		history: [{ at, what: 'claimed', by: userId, guildId }],
	};
}

/** @returns true if a non-holder could become a holder: a seat is free, or reserved for this member */
export function hasSeatFor(
	record: ClaimRecord,
	{ tag, at, seatsAt = at }: Omit<Newcomer, 'userId' | 'guildId'>,
	seats: number,
): boolean {
	if (record.locked || record.revokedBy !== undefined) return false;
	const kept = keptSeats(record, seatsAt);
	return kept.some((seat) => seat.tag === tag) || record.holders.length + kept.length < seats;
}

/** Adds a holder and uses up the seat reserved for them, if any. The caller has checked `hasSeatFor`. */
export function withHolder(record: ClaimRecord, newcomer: Newcomer): ClaimRecord {
	const { userId, guildId, tag, at, seatsAt = at } = newcomer;
	const holder: Holder = { userId, claimedAt: at };
	const reserved = keptSeats(record, seatsAt).filter((seat) => seat.tag !== tag);
	const changed = { ...record, reserved, holders: [...record.holders, holder] };
	return noted(changed, { at, what: 'claimed', by: userId, guildId });
}

/** The holder unlinked the claim. The seat stays reserved for them until `freeFrom`. */
export function unlinked(
	record: ClaimRecord,
	{ userId, guildId, tag, at, seatsAt = at }: Newcomer,
	freeFrom: number,
): ClaimRecord {
	const holders = record.holders.filter((holder) => holder.userId !== userId);
	const kept = keptSeats(record, seatsAt);
	const reserved = freeFrom > at ? [...kept, { tag, until: freeFrom }] : kept;
	return noted({ ...record, holders, reserved }, { at, what: 'unlinked', by: userId, guildId });
}

/** Removes every trace of a member but their acts as staff, and reserves the seat for their tag for ever. */
export function forgotten(record: ClaimRecord, userId: Snowflake, tag: string, at: number): ClaimRecord {
	// A list may point to a claim that the member never held. Such a claim must not be changed.
	if (!isNamedIn(record, userId)) return record;
	const { undo: _, ...rest } = record;
	const holders = record.holders.filter((holder) => holder.userId !== userId);
	const held = holders.length < record.holders.length;
	const reserved = held ? [...record.reserved, { tag }] : record.reserved;
	const history = record.history.map((event) => withoutMember(event, userId));
	return noted({ ...rest, holders, reserved, history }, { at, what: 'forgotten', by: 'claimcheck' });
}

/** @returns true if `forgotten` would remove anything from the record */
export function isNamedIn({ holders, history, undo }: ClaimRecord, userId: Snowflake): boolean {
	const isIn = (event: ClaimEvent): boolean =>
		event.member === userId ||
		event.to === userId ||
		(event.by === userId && !isByStaff(event)) ||
		event.why?.includes(userId) === true;
	const isHolder = holderIn({ holders }, userId) ?? (undo && holderIn(undo.before, userId));
	return isHolder !== undefined || history.some(isIn);
}

export function revoked(record: ClaimRecord, cause: Cause, at: number): ClaimRecord {
	if (record.status === 'revoked') return record;
	return noted({ ...record, status: 'revoked' }, { at, what: 'revoked', ...cause });
}

/** The marketplace confirms the purchase again. A revocation by staff stays. */
export function reinstated(record: ClaimRecord, cause: Cause, at: number): ClaimRecord {
	if (record.status === 'active' || record.revokedBy !== undefined) return record;
	return noted({ ...record, status: 'active' }, { at, what: 'reinstated', ...cause });
}

export function withSupport(
	record: ClaimRecord,
	supportedUntil: SupportEnd,
	cause: Cause,
	at: number,
): ClaimRecord {
	if (record.supportedUntil === supportedUntil) return record;
	// A date that can't be read doesn't replace the one that is known.
	if (supportedUntil === 'unknown' && record.supportedUntil !== undefined) return record;
	const { supportedUntil: _, ...rest } = record;
	const changed = { ...rest, ...(supportedUntil !== undefined && { supportedUntil }) };
	return noted(changed, { at, what: 'support-changed', ...cause });
}

/** Updates what the shop says about the purchase. Adds no history: it is the same purchase. */
export function withDetails(record: ClaimRecord, purchase: ProvenPurchase): ClaimRecord {
	const { item, ...rest } = detailsOf(purchase);
	// An answer that leaves out a price or a date doesn't erase the known one.
	const next = { ...record, item: { ...record.item, ...item }, ...rest };
	return isDeepStrictEqual(record, next) ? record : next;
}

/** The marketplace doesn't limit the length of its texts. */
function detailsOf({ item, licenseType, purchasedAt, price, currency, downloaded }: ProvenPurchase) {
	const short = (text: string): string => text.slice(0, maxTextLength);
	return {
		item: { id: item.id, name: short(item.name), category: short(item.category) },
		licenseType: short(licenseType),
		...(purchasedAt !== undefined && { purchasedAt }),
		...(price !== undefined && { price }),
		...(currency !== undefined && { currency: short(currency) }),
		...(downloaded !== undefined && { downloaded }),
	};
}

/** Adds an event to the history. */
export function noted(record: ClaimRecord, event: ClaimEvent): ClaimRecord {
	// Last step before the store: codes that were typed into a reason must not be stored.
	const line =
		event.why === undefined ? event : { ...event, why: scrubCodes(event.why).slice(0, maxTextLength) };
	return { ...record, revision: record.revision + 1, history: shortened([...record.history, line]) };
}

/** Keeps what rules depend on (first event, latest move by a member) and the latest staff and other events. */
function shortened(history: readonly ClaimEvent[]): ClaimEvent[] {
	const staffs = history.filter(isByStaff).slice(-maxHistoryLines);
	const others = history.filter((event) => !isByStaff(event));
	const moved = others.filter(isMoveByMember).slice(-1);
	const latest = others.slice(1 - maxHistoryLines);
	const kept = new Set([...staffs, ...others.slice(0, 1), ...moved, ...latest]);
	return history.filter((event) => kept.has(event));
}

/** @returns true if the holder moved the claim to another account; false for a transfer by staff */
export function isMoveByMember({ what, by, member }: ClaimEvent): boolean {
	return what === 'transferred' && by === member;
}

/** @returns true if a staff member did it, not a holder or the bot */
export function isByStaff(event: ClaimEvent): boolean {
	return event.by !== 'claimcheck' && !holdersActs.has(event.what) && !isMoveByMember(event);
}

const holdersActs: ReadonlySet<ClaimEvent['what']> = new Set(['claimed', 'unlinked', 'earlier']);

export function keptSeats({ reserved }: Pick<ClaimRecord, 'reserved'>, at: number): ClaimRecord['reserved'] {
	return reserved.filter(({ until }) => until === undefined || until > at);
}

function withoutMember(event: ClaimEvent, userId: Snowflake): ClaimEvent {
	const blank = <Value extends string | undefined>(value: Value) => (value === userId ? 'deleted' : value);
	return {
		...event,
		...(!isByStaff(event) && { by: blank(event.by) }),
		...(event.why !== undefined && { why: event.why.replaceAll(userId, 'deleted') }),
		...(event.member !== undefined && { member: blank(event.member) }),
		...(event.to !== undefined && { to: blank(event.to) }),
	};
}

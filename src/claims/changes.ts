import { isDeepStrictEqual } from 'node:util';
import type { ClaimCheck, Snowflake } from './claim.js';
import {
	type Cause,
	type ClaimEvent,
	type ClaimRecord,
	type Holder,
	holderIn,
	type ProvenPurchase,
} from './record.js';
import { scrubCodes } from './scrub-codes.js';

// Every change that happens to a claim by itself or by its holder. Each returns the same record if there is nothing
// to change. All times are milliseconds since the epoch.

/** Lines of each kind: what staff did, and everything else. */
const longestHistory = 50;
const longestText = 300;

/** Who takes a seat, where and when. `tag`: what a former holder is known by. */
export interface Newcomer {
	readonly userId: Snowflake;
	readonly guildId: Snowflake;
	readonly tag: string;
	readonly at: number;
	/** The time at which kept seats are judged to have expired. Default: `at`. */
	readonly seatsAt?: number;
}

export function newRecord(
	details: { userId: Snowflake; guildId: Snowflake; purchase: ProvenPurchase; at: number },
	secrets: { secret: string; sealed: string },
): ClaimRecord {
	const { userId, guildId, purchase, at } = details;
	return {
		v: 2,
		revision: 1,
		holders: [{ userId, guildIds: [guildId], claimedAt: at }],
		reserved: [],
		locked: false,
		status: 'active',
		...detailsOf(purchase),
		...(purchase.supportedUntil !== undefined && { supportedUntil: purchase.supportedUntil }),
		...(purchase.purchasedAt !== undefined && { purchasedAt: purchase.purchasedAt }),
		...secrets,
		history: [{ at, what: 'claimed', by: userId, guildId }],
	};
}

/** Whether somebody who isn't a holder could become one: a seat is free, or kept for this member. */
export function hasSeatFor(
	record: ClaimRecord,
	{ tag, at, seatsAt = at }: Omit<Newcomer, 'userId' | 'guildId'>,
	seats: number,
): boolean {
	if (record.locked || record.revokedBy !== undefined) return false;
	const kept = keptSeats(record, seatsAt);
	return kept.some((seat) => seat.tag === tag) || record.holders.length + kept.length < seats;
}

/** Adds a holder, who takes the seat that was kept for them, if any. The caller has checked `hasSeatFor`. */
export function withHolder(record: ClaimRecord, newcomer: Newcomer): ClaimRecord {
	const { userId, guildId, tag, at, seatsAt = at } = newcomer;
	const holder: Holder = { userId, guildIds: [guildId], claimedAt: at };
	const reserved = keptSeats(record, seatsAt).filter((seat) => seat.tag !== tag);
	const changed = { ...record, reserved, holders: [...record.holders, holder] };
	return noted(changed, { at, what: 'claimed', by: userId, guildId });
}

/** The holder verifies the code in a guild: the role is owed there too. */
export function withGuild(
	record: ClaimRecord,
	userId: Snowflake,
	guildId: Snowflake,
	at: number,
): ClaimRecord {
	const holder = holderIn(record, userId);
	if (holder === undefined || holder.guildIds.includes(guildId)) return record;
	const holders = record.holders.map((each) =>
		each === holder ? { ...each, guildIds: [...each.guildIds, guildId] } : each,
	);
	return noted({ ...record, holders }, { at, what: 'guild-added', by: userId, guildId });
}

/** The holder removes the code from a guild: no role follows from it there any more, and it stays theirs. */
export function withoutGuild(
	record: ClaimRecord,
	userId: Snowflake,
	guildId: Snowflake,
	at: number,
): ClaimRecord {
	const holder = holderIn(record, userId);
	if (!holder?.guildIds.includes(guildId)) return record;
	const guildIds = holder.guildIds.filter((id) => id !== guildId);
	const holders = record.holders.map((each) => (each === holder ? { ...each, guildIds } : each));
	return noted({ ...record, holders }, { at, what: 'guild-left', by: userId, guildId });
}

/** The holder unlinks it. The seat is kept for them until `freeFrom`, so that nobody else can take it before. */
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

/**
 * Removes every sign that the member ever held the claim, and nobody else gets the seat: it is kept for the tag, for
 * ever. The undo data names the member too, so it is removed. What the member did as staff stays.
 */
export function forgotten(record: ClaimRecord, userId: Snowflake, tag: string, at: number): ClaimRecord {
	// Their list may point to a claim that they never got, which must not be changed.
	if (!isNamedIn(record, userId)) return record;
	const { undo: _, ...rest } = record;
	const holders = record.holders.filter((holder) => holder.userId !== userId);
	const held = holders.length < record.holders.length;
	const reserved = held ? [...record.reserved, { tag }] : record.reserved;
	const history = record.history.map((event) => withoutMember(event, userId));
	return noted({ ...rest, holders, reserved, history }, { at, what: 'forgotten', by: 'claimcheck' });
}

/** Whether there is anything in the record that `forgotten` takes out of it. */
function isNamedIn({ holders, history, undo }: ClaimRecord, userId: Snowflake): boolean {
	const holds = (some: Pick<ClaimRecord, 'holders'>): boolean => holderIn(some, userId) !== undefined;
	const isIn = (event: ClaimEvent): boolean =>
		event.member === userId ||
		event.to === userId ||
		(event.by === userId && !isByStaff(event)) ||
		event.why?.includes(userId) === true;
	return holds({ holders }) || (undo !== undefined && holds(undo.before)) || history.some(isIn);
}

/** Revoked by staff: it stays so until staff lift it, whatever the marketplace says. */
export function revokedByStaff(
	record: ClaimRecord,
	act: { readonly by: Snowflake; readonly guildId: Snowflake; readonly why: string },
	at: number,
): ClaimRecord {
	if (record.revokedBy !== undefined) return record;
	return noted({ ...record, status: 'revoked', revokedBy: act.by }, { at, what: 'revoked', ...act });
}

/** Lifts what `revokedByStaff` did. A refund found before or since is found again by the next check. */
export function liftedByStaff(
	record: ClaimRecord,
	act: { readonly by: Snowflake; readonly guildId: Snowflake; readonly why: string },
	at: number,
): ClaimRecord {
	const { revokedBy, ...rest } = record;
	if (revokedBy === undefined) return record;
	return noted({ ...rest, status: 'active' }, { at, what: 'reinstated', ...act });
}

export function revoked(record: ClaimRecord, cause: Cause, at: number): ClaimRecord {
	if (record.status === 'revoked') return record;
	return noted({ ...record, status: 'revoked' }, { at, what: 'revoked', ...cause });
}

/** The marketplace confirms the purchase again. What staff has revoked stays revoked. */
export function reinstated(record: ClaimRecord, cause: Cause, at: number): ClaimRecord {
	if (record.status === 'active' || record.revokedBy !== undefined) return record;
	return noted({ ...record, status: 'active' }, { at, what: 'reinstated', ...cause });
}

export function withSupport(
	record: ClaimRecord,
	supportedUntil: number | undefined,
	cause: Cause,
	at: number,
): ClaimRecord {
	if (record.supportedUntil === supportedUntil) return record;
	const { supportedUntil: _, ...rest } = record;
	const changed = { ...rest, ...(supportedUntil !== undefined && { supportedUntil }) };
	return noted(changed, { at, what: 'support-changed', ...cause });
}

/**
 * The item and the licence type as the shop now has them. The same record if nothing differs. No line of history: it is
 * still the same purchase.
 */
export function withDetails(
	record: ClaimRecord,
	purchase: Pick<ProvenPurchase, 'item' | 'licenseType'>,
): ClaimRecord {
	const details = detailsOf(purchase);
	const { item, licenseType } = record;
	return isDeepStrictEqual({ item, licenseType }, details) ? record : { ...record, ...details };
}

/** The marketplace's texts have no limit of their own. */
function detailsOf({ item, licenseType }: Pick<ProvenPurchase, 'item' | 'licenseType'>) {
	const { id, name, category } = item;
	return {
		item: { id, name: name.slice(0, longestText), category: category.slice(0, longestText) },
		licenseType: licenseType.slice(0, longestText),
	};
}

/** No line of history: monthly checks would push out what people did. */
export function withCheck(record: ClaimRecord, check: ClaimCheck): ClaimRecord {
	return { ...record, check: { at: check.at, misses: [...check.misses] } };
}

/** With one more line of history, and so of a later revision. */
export function noted(record: ClaimRecord, event: ClaimEvent): ClaimRecord {
	// The last step before the store: no reason is stored with a code in it, whoever typed it.
	const line =
		event.why === undefined ? event : { ...event, why: scrubCodes(event.why).slice(0, longestText) };
	return { ...record, revision: record.revision + 1, history: shortened([...record.history, line]) };
}

/**
 * The first line, which says how the claim came about, the latest move by a member, which allows no other for a while,
 * and the latest of each kind: a member who unlinks and verifies over and over pushes out nothing that staff did.
 */
function shortened(history: readonly ClaimEvent[]): ClaimEvent[] {
	const staffs = history.filter(isByStaff).slice(-longestHistory);
	const others = history.filter((event) => !isByStaff(event));
	const moved = others.filter(isMoveByMember).slice(-1);
	const kept = new Set([...staffs, ...others.slice(0, 1), ...moved, ...others.slice(1 - longestHistory)]);
	return history.filter((event) => kept.has(event));
}

/** Whether a holder moved the claim to another account, and no member of staff. */
export function isMoveByMember({ what, by, member }: ClaimEvent): boolean {
	return what === 'transferred' && by === member;
}

/** Whether a member of staff did it, and neither a holder nor the bot. */
export function isByStaff(event: ClaimEvent): boolean {
	return event.by !== 'claimcheck' && !holdersActs.has(event.what) && !isMoveByMember(event);
}

/** What only a holder does. */
const holdersActs: ReadonlySet<ClaimEvent['what']> = new Set([
	'claimed',
	'guild-added',
	'guild-left',
	'unlinked',
]);

/** The seats that nobody else can take at that time. */
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

import { dayMs } from '../base/clock.js';
import { StoreCorruptError } from '../base/errors.js';
import type { MemberRef } from '../base/row-fields.js';
import { forgotten, isMoveByMember, isNamedIn, unlinked } from './changes.js';
import type { Claim, ReadClaims, Snowflake } from './claim.js';
import type { ClaimDetails } from './claim-details.js';
import { holderTag } from './claim-keys.js';
import type { Also, Changed, ClaimRecords } from './claim-records.js';
import { transferred } from './moderation-changes.js';
import { seatsFor } from './policy.js';
import { type ClaimEvent, type ClaimRecord, claimIn, claimKey, type Holder, holderIn } from './record.js';

export type Unlinked =
	/** Until `freeFrom` (milliseconds since the epoch), only this member can take the seat again, one of `seats`. */
	| { readonly kind: 'unlinked'; readonly claim: Claim; readonly freeFrom: number; readonly seats: number }
	| { readonly kind: 'refused' };

export type Moved =
	/** `claim`: as the previous holder had it. */
	| { readonly kind: 'moved'; readonly claim: Claim; readonly file: ClaimDetails }
	| { readonly kind: 'refused' };

export interface HeldClaim extends Claim {
	/** Last characters of its code; '' if the sealed copy can't be opened. Not a secret. */
	readonly ending: string;
	/** Revoked by staff: the shop's answers don't change that. */
	readonly isRevokedByStaff: boolean;
	/** The holder's seat among those that the policy allows for the licence type. Counted from 1. */
	readonly seat: { readonly number: number; readonly of: number };
}

/** Minimum time between two moves of a code by its members. */
const moveAgainMs = 90 * dayMs;

const refused = { kind: 'refused' } as const;

/** True if the policy decides about unlinking it. A gift can only be withdrawn by staff. */
export function canUnlink({ isGiven, locked, status }: Claim): boolean {
	return !isGiven && !locked && status === 'active';
}

/** Members' operations on their own claims. Rejects as ClaimStore does. */
export function ownClaims(claims: ClaimRecords) {
	const { keys, clock, seatsAt, report } = claims;

	/** The member's claims, revoked ones included, oldest first. Damaged ones are reported and skipped. */
	async function held(userId: Snowflake): Promise<readonly HeldClaim[]> {
		const policy = await claims.readPolicy();
		const { records } = await claims.recordsOf(userId);
		return records.flatMap(([hash, record]) => {
			const claim = claimIn(hash, record, userId);
			if (claim === undefined) return [];
			const number = record.holders.findIndex((holder) => holder.userId === userId) + 1;
			const seat = { number, of: Math.max(number, seatsFor(policy, record.licenseType)) };
			const isRevokedByStaff = record.revokedBy !== undefined;
			return [{ ...claim, ending: claims.endingIn(hash, record), isRevokedByStaff, seat }];
		});
	}

	/** Unlinks a claim if the policy allows it, and `also` doesn't refuse it. */
	async function unlink<Refusal = never>(
		hash: string,
		{ userId, guildId }: MemberRef,
		also?: Also<Unlinked, Refusal>,
	): Promise<Unlinked | Refusal> {
		const policy = await claims.readPolicy();
		const change = (record: ClaimRecord): Changed<Unlinked> => {
			const at = clock.now();
			const claim = claimIn(hash, record, userId);
			if (claim === undefined || policy.unlinking.kind !== 'after-days' || !canUnlink(claim))
				return { result: refused };
			const freeFrom = at + policy.unlinking.days * dayMs;
			const tag = holderTag(keys.open(hash, record.sealed), userId);
			const next = unlinked(record, { userId, guildId, tag, at, seatsAt: seatsAt() }, freeFrom);
			const seats = seatsFor(policy, record.licenseType);
			return { next, result: { kind: 'unlinked', claim, freeFrom, seats } };
		};
		return (await claims.change(hash, change, also)) ?? refused;
	}

	/** Gives it to `to`, who has presented the code in that guild, unless it was moved lately. Staff can undo it. */
	async function letGo<Refusal = never>(
		hash: string,
		userId: Snowflake,
		to: MemberRef,
		also?: Also<Moved, Refusal>,
	): Promise<Moved | Refusal> {
		const change = (record: ClaimRecord): Changed<Moved> => {
			const at = clock.now();
			const claim = claimIn(hash, record, userId);
			const isMovedLately = record.history.some(
				(event) => isMoveByMember(event) && event.at > at - moveAgainMs,
			);
			// Giving away a refunded purchase would only use up its one move.
			if (claim === undefined || record.status === 'revoked' || isMovedLately) return { result: refused };
			const act = { by: userId, guildId: to.guildId, why: '' };
			const tag = holderTag(keys.open(hash, record.sealed), to.userId);
			const next = transferred(record, { holderId: userId, toUserId: to.userId, tag }, act, at);
			if (typeof next === 'string') return { result: refused };
			return { next, result: { kind: 'moved', claim, file: claims.details(hash, next) } };
		};
		return (await claims.change(hash, change, also)) ?? refused;
	}

	/** Everything that names the member in claims, oldest first. Damaged claims are reported and skipped. */
	async function naming(userId: Snowflake): Promise<readonly NamingRecord[]> {
		const { records } = await claims.recordsOf(userId);
		return records.flatMap(([hash, record]) => namingIn(hash, record, userId));
	}

	/**
	 * Deletes every link between the member and any claim, see `forgotten`, and returns the claims that were held. Locks
	 * and revocations by staff remain. If killed, it continues when it is called again. A damaged claim is reported and
	 * keeps its entry, so that a later call finds it.
	 */
	async function forget(userId: Snowflake): Promise<ReadClaims> {
		const hashes = await claims.hashesOf(userId);
		let isComplete = true;
		const former: Claim[] = [];
		for (const hash of hashes) {
			try {
				const claim = await forgetOne(hash, userId);
				if (claim !== undefined) former.push(claim);
			} catch (error) {
				if (!(error instanceof StoreCorruptError)) throw error;
				isComplete = false;
				report.damaged(claimKey(hash));
			}
		}
		return { claims: former, isComplete };
	}

	async function forgetOne(hash: string, userId: Snowflake): Promise<Claim | undefined> {
		return await claims.change<Claim | undefined>(hash, (record) => {
			const tag = holderTag(keys.open(hash, record.sealed), userId);
			const former = claimIn(hash, record, userId);
			// A former holder may have roles left, and no later sweep would look for them.
			const members = isNamedIn(record, userId) ? [userId] : [];
			return { next: forgotten(record, userId, tag, clock.now()), result: former, members };
		});
	}

	return { held, unlink, letGo, naming, forget };
}

/** Everything in a purchase's record that names a member. Times are milliseconds since the epoch. */
export interface NamingRecord extends Pick<Claim, 'hash' | 'item' | 'licenseType'> {
	/** Undefined if the member no longer holds it. */
	readonly claim: Claim | undefined;
	/** The full history if the member holds it, else the lines that name the member; oldest first. */
	readonly history: readonly ClaimEvent[];
	/** State that staff can restore for the member by undoing their latest change, until `until`. */
	readonly undo: { readonly until: number; readonly before: Omit<Holder, 'userId'> } | undefined;
}

function namingIn(hash: string, record: ClaimRecord, userId: Snowflake): readonly NamingRecord[] {
	const claim = claimIn(hash, record, userId);
	const names = ({ by, member, to }: ClaimEvent): boolean => [by, member, to].includes(userId);
	const history = claim === undefined ? record.history.filter(names) : record.history;
	const before = record.undo && holderIn(record.undo.before, userId);
	if (claim === undefined && before === undefined && history.length === 0) return [];
	const { item, licenseType } = record;
	const undo = record.undo && before && { until: record.undo.until, before };
	return [{ hash, item, licenseType, claim, history, undo }];
}

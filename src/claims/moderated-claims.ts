import type { PurchaseCode } from '../base/purchase-code.js';
import type { Transaction } from '../storage/store.js';
import { hasSeatFor } from './changes.js';
import type { Snowflake } from './claim.js';
import { type ClaimDetails, names } from './claim-details.js';
import { type ClaimKeys, holderTag } from './claim-keys.js';
import type { Also, Changed, ClaimRecords } from './claim-records.js';
import {
	type Act,
	begunRecord,
	type ClaimChange,
	type Gift,
	type Hindrance,
	linkedTo,
	transferred,
} from './moderation-changes.js';
import { seatsFor } from './policy.js';
import { type ClaimRecord, holderIn, type ProvenPurchase } from './record.js';

export interface ModerationAct<Refusal = never> extends Act {
	/** Only administrators may decide about their own purchase. Default: false. */
	readonly isAdministrator?: boolean;
	/** Without it, staff can't revoke a purchase, lift that, give one or change a gift. Default: false. */
	readonly canManageRoles?: boolean;
	/** If set, the action is refused if the claim has changed since this revision. */
	readonly revision?: number | undefined;
	/** A member whose case it is, beside those who hold it: the claimant of a dispute. */
	readonly partyId?: Snowflake;
	/** Puts rows of its own in the commit of the change, or refuses it. */
	readonly also?: Also<ModerationOutcome, Refusal>;
}

export type ModerationOutcome =
	| {
			readonly kind: 'done';
			/** The revision that identifies the change for an undo. */
			readonly revision: number;
			readonly isOwnCase: boolean;
			readonly file: ClaimDetails;
	  }
	/** There is no such claim. */
	| { readonly kind: 'unknown' }
	| { readonly kind: Hindrance };

/** The giver's limit is reached. `retryAt`: milliseconds since the epoch. */
export interface TooMany {
	readonly kind: 'too-many';
	readonly retryAt: number;
}

/** The look-up or the request that it belongs to has ended. */
export interface Expired {
	readonly kind: 'expired';
}

export type GiftAct = Omit<ModerationAct<TooMany | Expired>, 'partyId'>;
export type Given = ModerationOutcome | TooMany | Expired;

export type ModeratedClaims = ReturnType<typeof moderatedClaims>;

/** Operations for staff, who see and change every claim, and give purchases. Rejects as ClaimStore does. */
export function moderatedClaims(claims: ClaimRecords) {
	const { keys, clock } = claims;

	/** @param tx an open transaction whose commit depends on the claim */
	async function byHash(hash: string, tx?: Transaction): Promise<ClaimDetails | undefined> {
		const record = await claims.read(hash, tx);
		return record && claims.details(hash, record);
	}

	/**
	 * Claims that the member holds or has held, oldest first: not those that they only asked for. `holderId`: undefined if
	 * it is a former one. `codeEnd`: '' if the sealed copy can't be opened, and undefined if staff gave it without a code.
	 */
	async function byMember(userId: Snowflake) {
		const { records } = await claims.recordsOf(userId);
		return records.flatMap(([hash, record]) => {
			const file = claims.details(hash, record);
			const holderId = holderIn(record, userId) && userId;
			const codeEnd = file.isGiven ? undefined : claims.endingIn(hash, record);
			return names(file, userId) ? [{ file, holderId, codeEnd }] : [];
		});
	}

	/** @param holderId who loses it. Undefined gives an unheld purchase to the member, and frees its reserved seats */
	async function transfer<Refusal = never>(
		hash: string,
		holderId: Snowflake | undefined,
		toUserId: Snowflake,
		act: ModerationAct<Refusal>,
	): Promise<ModerationOutcome | Refusal> {
		return await change(hash, act, (record, by, at) => {
			const tag = holderTag(keys.open(hash, record.sealed), toUserId);
			return transferred(record, { holderId, toUserId, tag }, by, at);
		});
	}

	/** Gives a purchase without a code. Equal `nonce`s mean the same gift. */
	async function give(gift: Gift, nonce: string, act: GiftAct): Promise<Given> {
		const code = madeUpCode(keys, nonce);
		return await begin(code, act, { ...gift, isGiven: true });
	}

	/** State of the gift with this nonce. `given-up`: the member unlinked it, or deleted their data. */
	async function giftState(nonce: string, userId: string): Promise<'held' | 'withdrawn' | 'given-up'> {
		const record = await claims.read(keys.hash(madeUpCode(keys, nonce)));
		if (record !== undefined && holderIn(record, userId) !== undefined) return 'held';
		return record?.history.some(({ what }) => what === 'released') ? 'withdrawn' : 'given-up';
	}

	/** Links a code that the shop has just confirmed to a member's account, if a seat is free. */
	async function link(code: PurchaseCode, gift: Gift, act: GiftAct): Promise<Given> {
		const { userId, purchase } = gift;
		const begun = await begin(code, act, gift);
		if (begun.kind !== 'changed-since') return begun;
		const seats = seatsFor(await claims.readPolicy(), purchase.licenseType);
		const tag = holderTag(code, userId);
		const hash = keys.hash(code);
		return await change(hash, act, (record, by, at, seatsAt) => {
			if (holderIn(record, userId) !== undefined) return 'already-held';
			const isFree = hasSeatFor(record, { tag, at, seatsAt }, seats);
			return isFree ? linkedTo(record, { userId, tag, seatsAt }, by, at) : 'not-free';
		});
	}

	/** Revokes a code without a record. If a member has claimed it meanwhile, staff decide about them first. */
	const block = (code: PurchaseCode, purchase: ProvenPurchase, act: GiftAct) =>
		begin(code, act, { purchase });

	/** `changed-since`: the code already has a record. */
	async function begin(
		code: PurchaseCode,
		{ isAdministrator, canManageRoles, revision: _, also, ...act }: GiftAct,
		begun: Parameters<typeof begunRecord>[0],
	): Promise<Given> {
		const isOwnCase = act.by === begun.userId;
		if (isOwnCase && isAdministrator !== true) return { kind: 'own-case' };
		if (canManageRoles !== true) return { kind: 'moderators-only' };
		const hash = keys.hash(code);
		const secrets = { secret: keys.check, sealed: keys.seal(hash, code) };
		const record = begunRecord(begun, act, secrets, clock.now());
		const file = claims.details(hash, record);
		const done: ModerationOutcome = { kind: 'done', revision: record.revision, isOwnCase, file };
		const add = (known?: ClaimRecord) => (known ? undefined : { next: record, result: done });
		return (await claims.changeOrAdd(hash, add, also)) ?? { kind: 'changed-since' };
	}

	/** Applies one change by staff. Permission and ownership are checked on the record that is changed. */
	async function change<Refusal = never>(
		hash: string,
		{
			isAdministrator = false,
			canManageRoles = false,
			revision,
			partyId,
			also,
			...act
		}: ModerationAct<Refusal>,
		apply: ClaimChange,
	): Promise<ModerationOutcome | Refusal> {
		const changed = (record: ClaimRecord): Changed<ModerationOutcome> => {
			const refused = (kind: Hindrance) => ({ result: { kind } });
			if (revision !== undefined && revision !== record.revision) return refused('changed-since');
			const next = apply(record, act, clock.now(), claims.seatsAt());
			if (typeof next === 'string') return refused(next);
			const isOwnCase = act.by === partyId || isOwn(hash, [record, next], act.by);
			if (isOwnCase && !isAdministrator) return refused('own-case');
			if (!canManageRoles && assignsRolesDirectly(record, next)) return refused('moderators-only');
			const file = claims.details(hash, next);
			return { next, result: { kind: 'done', revision: next.revision, isOwnCase, file } };
		};
		return (await claims.change(hash, changed, also)) ?? { kind: 'unknown' };
	}

	/** @returns true if the person holds the claim before or after a change, or has a reserved seat */
	function isOwn(hash: string, records: readonly ClaimRecord[], userId: Snowflake): boolean {
		if (records.some((record) => holderIn(record, userId) !== undefined)) return true;
		return records.some(({ reserved, sealed }) => {
			if (reserved.length === 0) return false;
			const tag = holderTag(keys.open(hash, sealed), userId);
			return reserved.some((seat) => seat.tag === tag);
		});
	}

	return { byHash, byMember, transfer, give, giftState, link, block, change };
}

/** @returns true if a change assigns or removes roles directly, as in Discord itself, not by who holds the code */
function assignsRolesDirectly(record: ClaimRecord, next: ClaimRecord): boolean {
	return record.given !== undefined || record.revokedBy !== next.revokedBy;
}

/** Has the form of a code, so that gift records look like all others, and is as hard to guess as a hash. */
function madeUpCode(keys: ClaimKeys, nonce: string): PurchaseCode {
	return `given-${keys.hash(`given:${nonce}` as PurchaseCode).slice(0, 40)}` as PurchaseCode;
}

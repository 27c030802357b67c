import type { Transaction } from '../storage/store.js';
import type { Snowflake } from './claim.js';
import { type ClaimDetails, names } from './claim-details.js';
import { holderTag } from './claim-keys.js';
import type { Also, Changed, ClaimRecords } from './claim-records.js';
import { type Act, type ClaimChange, type Hindrance, transferred } from './moderation-changes.js';
import { type ClaimRecord, holderIn } from './record.js';

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

/** Operations for staff, who see and change every claim. */
export class ModeratedClaims {
	readonly #claims: ClaimRecords;

	constructor(claims: ClaimRecords) {
		this.#claims = claims;
	}

	/** @param tx an open transaction whose commit depends on the claim */
	async byHash(hash: string, tx?: Transaction): Promise<ClaimDetails | undefined> {
		const record = await this.#claims.read(hash, tx);
		return record && this.#claims.details(hash, record);
	}

	/** Claims that the member holds or has held, oldest first: not those that they only asked for. */
	async byMember(userId: Snowflake): Promise<readonly ClaimDetails[]> {
		const { records } = await this.#claims.recordsOf(userId);
		return records.flatMap(([hash, record]) => {
			const file = this.#claims.details(hash, record);
			return names(file, userId) ? [file] : [];
		});
	}

	/** @param holderId who loses it. Undefined gives an unheld purchase to the member, and frees its reserved seats */
	async transfer<Refusal = never>(
		hash: string,
		holderId: Snowflake | undefined,
		toUserId: Snowflake,
		act: ModerationAct<Refusal>,
	): Promise<ModerationOutcome | Refusal> {
		const { keys } = this.#claims;
		return await this.change(hash, act, (record, by, at) => {
			const tag = holderTag(keys.open(hash, record.sealed), toUserId);
			return transferred(record, { holderId, toUserId, tag }, by, at);
		});
	}

	/** Applies one change by staff. Permission and ownership are checked on the record that is changed. */
	async change<Refusal = never>(
		hash: string,
		{
			isAdministrator = false,
			canManageRoles = false,
			revision,
			partyId,
			also,
			...act
		}: ModerationAct<Refusal>,
		change: ClaimChange,
	): Promise<ModerationOutcome | Refusal> {
		const { clock, seatsAt } = this.#claims;
		const changed = (record: ClaimRecord): Changed<ModerationOutcome> => {
			const refused = (kind: Hindrance) => ({ result: { kind } });
			if (revision !== undefined && revision !== record.revision) return refused('changed-since');
			const next = change(record, act, clock.now(), seatsAt());
			if (typeof next === 'string') return refused(next);
			const isOwnCase = act.by === partyId || this.#isOwn(hash, [record, next], act.by);
			if (isOwnCase && !isAdministrator) return refused('own-case');
			if (!canManageRoles && assignsRolesDirectly(record, next)) return refused('moderators-only');
			const file = this.#claims.details(hash, next);
			return { next, result: { kind: 'done', revision: next.revision, isOwnCase, file } };
		};
		return (await this.#claims.change(hash, changed, also)) ?? { kind: 'unknown' };
	}

	/** @returns true if the person holds the claim before or after a change, or has a reserved seat */
	#isOwn(hash: string, records: readonly ClaimRecord[], userId: Snowflake): boolean {
		if (records.some((record) => holderIn(record, userId) !== undefined)) return true;
		return records.some(({ reserved, sealed }) => {
			if (reserved.length === 0) return false;
			const tag = holderTag(this.#claims.keys.open(hash, sealed), userId);
			return reserved.some((seat) => seat.tag === tag);
		});
	}
}

/** @returns true if a change assigns or removes roles directly, as in Discord itself, not by who holds the code */
function assignsRolesDirectly(record: ClaimRecord, next: ClaimRecord): boolean {
	return record.given !== undefined || record.revokedBy !== next.revokedBy;
}

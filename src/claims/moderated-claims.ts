import type { PurchaseCode } from '../base/purchase-code.js';
import type { Claim, Snowflake } from './claim.js';
import { type ClaimDetails, detailsElsewhere, fullDetails, names } from './claim-details.js';
import { indexClaims } from './claim-indexes.js';
import { holderTag } from './claim-keys.js';
import type { ClaimParts } from './claim-records.js';
import { type HeldParts, recordsOf } from './held-claims.js';
import {
	type Act,
	type Hindrance,
	liftedByModerator,
	locked,
	released,
	revokedByModerator,
	seatsFreed,
	type Transfer,
	transferred,
	undone,
	unlocked,
} from './moderation-changes.js';
import { type ClaimRecord, holderIn } from './record.js';

export interface ModerationAct extends Act {
	/** Only administrators may decide about their own purchase. Default: false. */
	readonly isAdministrator?: boolean;
	/**
	 * Staff who can't assign roles in Discord can't revoke a purchase, lift that, give one or change a gift either.
	 * Default: false.
	 */
	readonly canManageRoles?: boolean;
	/** If set, the action is refused if the claim has changed since this revision. */
	readonly revision?: number | undefined;
}

/** A holder in one of the guilds in which the code was verified. */
export type HolderIn = Pick<Claim, 'holderId'> & { readonly guildId: Snowflake };

export type ModerationOutcome =
	| {
			readonly kind: 'done';
			/** The revision that identifies the change for an undo. */
			readonly revision: number;
			/** Members whose roles may have to change, with the guilds. */
			readonly affected: readonly Pick<Claim, 'holderId' | 'guildIds'>[];
			/** Members whose claim no longer counts, with the guilds where it did. */
			readonly ended: readonly HolderIn[];
			readonly isOwnCase: boolean;
			readonly file: ClaimDetails;
	  }
	/** There is no such claim, or this guild's staff don't decide about it. */
	| { readonly kind: 'unknown' }
	| { readonly kind: Hindrance };

/**
 * Operations for staff. Home's staff see and change every claim except gifts of other guilds. A guild's staff see what
 * was verified there, and see and change their own gifts.
 */
export class ModeratedClaims {
	readonly #options: ClaimParts & HeldParts;

	constructor(options: ClaimParts & HeldParts) {
		this.#options = options;
	}

	/** Finds the claim of a code; undefined if it is unrelated to the guild. */
	async byCode(code: PurchaseCode, guildId: Snowflake): Promise<ClaimDetails | undefined> {
		return await this.byHash(this.#options.keys.hash(code), guildId);
	}

	async byHash(hash: string, guildId: Snowflake): Promise<ClaimDetails | undefined> {
		const record = await this.#options.records.read(hash);
		return record && this.#fileOf(hash, record, guildId);
	}

	/**
	 * Lists the claims that the member holds or has held, oldest first; in guilds other than home, only claims that the
	 * member verified or was given there. Excludes other members' claims: a list may point to a claim that its member
	 * never got. Damaged claims are reported and skipped.
	 */
	async byMember(userId: Snowflake, guildId: Snowflake): Promise<readonly ClaimDetails[]> {
		const records = await recordsOf(this.#options, userId);
		return records.flatMap(([hash, record]) => {
			const file = this.#fileOf(hash, record, guildId);
			return file !== undefined && names(file, userId) ? [file] : [];
		});
	}

	/** Removes a holder. The code can be claimed again. */
	async release(hash: string, holderId: Snowflake, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, (record, by, at) => released(record, holderId, by, at));
	}

	/** Frees the seats reserved for former holders. */
	async free(hash: string, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, (record, by, at) =>
			seatsFreed(record, by, { at, seatsAt: this.#options.clock.seatsAt() }),
		);
	}

	async transfer(
		hash: string,
		holderId: Snowflake,
		toUserId: Snowflake,
		act: ModerationAct,
		how: Pick<Transfer, 'owedIn' | 'undoMs'> = {},
	): Promise<ModerationOutcome> {
		const { store, records, keys, home } = this.#options;
		const record = home.is(act.guildId) ? await records.read(hash) : undefined;
		if (record === undefined) return { kind: 'unknown' };
		const tag = holderTag(keys.open(hash, record.sealed), toUserId);
		const entries = [[hash, { holders: [{ userId: toUserId }] }]] as const;
		await indexClaims(store, entries);
		const outcome = await this.change(hash, act, (current, by, at) =>
			transferred(current, { holderId, toUserId, tag, ...how }, by, at),
		);
		// Again: a repair may have removed the entry as a leftover before the claim confirmed it.
		await indexClaims(store, entries);
		return outcome;
	}

	/** Locks the claim's holders; roles don't change. */
	async lock(hash: string, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, locked);
	}

	async unlock(hash: string, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, unlocked);
	}

	/** Blocks the code and ends its roles until staff lift the revocation. */
	async revoke(hash: string, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, revokedByModerator);
	}

	async lift(hash: string, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, liftedByModerator);
	}

	/** Undoes the change that produced `revision`, within ten minutes and if nothing has happened since. */
	async undo(hash: string, revision: number, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, (record, by, at) => undone(record, revision, by, at));
	}

	/** @returns true if the person holds the claim, or a seat is reserved for them after they deleted their data */
	async isOwn(hash: string, userId: Snowflake): Promise<boolean> {
		const record = await this.#options.records.read(hash);
		return record !== undefined && this.#isOwn(hash, [record], userId);
	}

	/** Applies one change by staff. Permission and ownership are checked on the record that is changed. */
	async change(
		hash: string,
		{ isAdministrator = false, canManageRoles = false, revision, ...act }: ModerationAct,
		change: (record: ClaimRecord, act: Act, at: number) => ClaimRecord | Hindrance,
	): Promise<ModerationOutcome> {
		const { records, clock } = this.#options;
		const outcome = await records.change<ModerationOutcome>(hash, (record) => {
			const refused = (kind: Hindrance) => ({ next: record, result: { kind } });
			if (!this.#decides(record, act.guildId)) return { next: record, result: { kind: 'unknown' } };
			if (revision !== undefined && revision !== record.revision) return refused('changed-since');
			const next = change(record, act, clock.now());
			if (typeof next === 'string') return refused(next);
			const isOwnCase = this.#isOwn(hash, [record, next], act.by);
			if (isOwnCase && !isAdministrator) return refused('own-case');
			if (!canManageRoles && assignsRolesDirectly(record, next)) return refused('moderators-only');
			return { next, result: this.#done(hash, record, next, isOwnCase) };
		});
		return outcome ?? { kind: 'unknown' };
	}

	/** Home's staff decide; purchases given without a code are decided by the staff of the guild that gave them. */
	#decides({ given }: ClaimRecord, guildId: Snowflake): boolean {
		return given === undefined ? this.#options.home.is(guildId) : given.guildId === guildId;
	}

	#done(hash: string, record: ClaimRecord, next: ClaimRecord, isOwnCase: boolean): ModerationOutcome {
		const affected = [...record.holders, ...next.holders].map(({ userId, guildIds }) => ({
			holderId: userId,
			guildIds,
		}));
		const ended = record.holders.flatMap(({ userId: holderId, guildIds }) =>
			guildIds
				.filter((guildId) => !holderIn(next, holderId)?.guildIds.includes(guildId))
				.map((guildId) => ({ holderId, guildId })),
		);
		const file = fullDetails(hash, next, this.#options.clock.seatsAt());
		return { kind: 'done', revision: next.revision, affected, ended, isOwnCase, file };
	}

	/** @returns true if the person holds the claim before or after a change, or has a reserved seat */
	#isOwn(hash: string, records: readonly ClaimRecord[], userId: Snowflake): boolean {
		if (records.some((record) => holderIn(record, userId) !== undefined)) return true;
		return records.some(({ reserved, sealed }) => {
			if (reserved.length === 0) return false;
			const tag = holderTag(this.#options.keys.open(hash, sealed), userId);
			return reserved.some((seat) => seat.tag === tag);
		});
	}

	#fileOf(hash: string, record: ClaimRecord, guildId: Snowflake): ClaimDetails | undefined {
		const { given } = record;
		const { home, clock } = this.#options;
		// Gifts in other servers are not visible to home.
		if (given !== undefined && given.guildId !== guildId) return undefined;
		return given !== undefined || home.is(guildId)
			? fullDetails(hash, record, clock.seatsAt())
			: detailsElsewhere(hash, record, guildId);
	}
}

/**
 * @returns true if a change assigns or removes roles directly, as in Discord itself, instead of by who holds the code
 */
function assignsRolesDirectly(record: ClaimRecord, next: ClaimRecord): boolean {
	return record.given !== undefined || record.revokedBy !== next.revokedBy;
}

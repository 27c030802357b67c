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
import type { PurchaseCode } from './purchase-code.js';
import { type ClaimRecord, holderIn } from './record.js';

/** A moderator's action and its preconditions. */
export interface ModerationAct extends Act {
	/** Only administrators may decide about their own purchase. Default: no. */
	readonly isAdministrator?: boolean;
	/** Staff by a role alone hand out no role, so they revoke nothing and give nothing. Default: no. */
	readonly canManageRoles?: boolean;
	/** If given: refuse where anything has happened to the claim since this revision. */
	readonly revision?: number | undefined;
}

/** A holder in one of the guilds in which the code was presented. */
export type HolderIn = Pick<Claim, 'holderId'> & { readonly guildId: Snowflake };

/** What became of a moderator's request. */
export type ModerationOutcome =
	| {
			readonly kind: 'done';
			/** The revision by which the change can be undone. */
			readonly revision: number;
			/** The members whose roles may have to change, with the guilds. */
			readonly affected: readonly Pick<Claim, 'holderId' | 'guildIds'>[];
			/** Members whose claim no longer counts, with the guilds where it did. */
			readonly ended: readonly HolderIn[];
			/** Whether it is the moderator's own case, in which case they are an administrator. */
			readonly isOwnCase: boolean;
			readonly file: ClaimDetails;
	  }
	/** There is no such claim, or the guild is not home, where no claims are changed. */
	| { readonly kind: 'unknown' }
	| { readonly kind: Hindrance };

/**
 * What moderators do with claims. The holders of a code are the same in all guilds: home's moderators see and change
 * everything, those of another guild see what was verified there and change nothing. Rejects as ClaimStore does.
 */
export class ModeratedClaims {
	readonly #options: ClaimParts & HeldParts;

	constructor(options: ClaimParts & HeldParts) {
		this.#options = options;
	}

	/** The claim of a code; undefined if it has nothing to do with the guild. */
	async byCode(code: PurchaseCode, guildId: Snowflake): Promise<ClaimDetails | undefined> {
		return await this.byHash(this.#options.keys.hash(code), guildId);
	}

	async byHash(hash: string, guildId: Snowflake): Promise<ClaimDetails | undefined> {
		const record = await this.#options.records.read(hash);
		return record && this.#fileOf(hash, record, guildId);
	}

	/**
	 * Every claim that the member holds or has held, in the order in which they came: in other guilds than home,
	 * those that the member verified there. Never other members' claims: a list may point to a claim that its member
	 * never got. One that can't be read is reported and left out.
	 */
	async byMember(userId: Snowflake, guildId: Snowflake): Promise<readonly ClaimDetails[]> {
		const records = await recordsOf(this.#options, userId);
		return records.flatMap(([hash, record]) => {
			const file = this.#fileOf(hash, record, guildId);
			return file !== undefined && names(file, userId) ? [file] : [];
		});
	}

	/** Removes the claim's holder: the code can be claimed again. */
	async release(hash: string, holderId: Snowflake, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, (record, by, at) => released(record, holderId, by, at));
	}

	/** Frees the seats that are kept for former holders. */
	async free(hash: string, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, (record, by, at) =>
			seatsFreed(record, by, { at, seatsAt: this.#options.seatsAt() }),
		);
	}

	/** Transfers the claim from its holder to another member. */
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

	/** Locks the claim's holders; roles stay as they are. */
	async lock(hash: string, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, locked);
	}

	async unlock(hash: string, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, unlocked);
	}

	/** Blocks the code and ends its roles, until staff lift that. */
	async revoke(hash: string, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, revokedByModerator);
	}

	async lift(hash: string, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, liftedByModerator);
	}

	/**
	 * Undoes the change that produced `revision`: within ten minutes, and only if nothing has happened since. The
	 * former holders hold the claim again, as before.
	 */
	async undo(hash: string, revision: number, act: ModerationAct): Promise<ModerationOutcome> {
		return await this.change(hash, act, (record, by, at) => undone(record, revision, by, at));
	}

	/** Whether the person holds the claim, or a seat of it is kept for them after they deleted their data. */
	async isOwn(hash: string, userId: Snowflake): Promise<boolean> {
		const record = await this.#options.records.read(hash);
		return record !== undefined && this.#isOwn(hash, [record], userId);
	}

	/**
	 * One change by staff of the guild of the act: who may decide it, and whether it is their own purchase, is checked at
	 * the record that it is made to.
	 */
	async change(
		hash: string,
		{ isAdministrator = false, canManageRoles = false, revision, ...act }: ModerationAct,
		change: (record: ClaimRecord, act: Act, at: number) => ClaimRecord | Hindrance,
	): Promise<ModerationOutcome> {
		const { records, now } = this.#options;
		const outcome = await records.change<ModerationOutcome>(hash, (record) => {
			const refused = (kind: Hindrance) => ({ next: record, result: { kind } });
			if (!this.#decides(record, act.guildId)) return { next: record, result: { kind: 'unknown' } };
			if (revision !== undefined && revision !== record.revision) return refused('changed-since');
			const next = change(record, act, now());
			if (typeof next === 'string') return refused(next);
			const isOwnCase = this.#isOwn(hash, [record, next], act.by);
			if (isOwnCase && !isAdministrator) return refused('own-case');
			if (!canManageRoles && handsOutRoles(record, next)) return refused('moderators-only');
			return { next, result: this.#done(hash, record, next, isOwnCase) };
		});
		return outcome ?? { kind: 'unknown' };
	}

	/** Home's staff decide, and about what was given without a code the staff of the guild that gave it. */
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
		const file = fullDetails(hash, next, this.#options.seatsAt());
		return { kind: 'done', revision: next.revision, affected, ended, isOwnCase, file };
	}

	/** Whether the person holds the claim, before or after a change, or a seat is kept for them. */
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
		const { home, seatsAt } = this.#options;
		// Another server's staff may give what they like: home hears nothing of it.
		if (given !== undefined && given.guildId !== guildId) return undefined;
		return given !== undefined || home.is(guildId)
			? fullDetails(hash, record, seatsAt())
			: detailsElsewhere(hash, record, guildId);
	}
}

/** Whether a change gives or takes roles as handing them out in Discord does, rather than by who has the code. */
function handsOutRoles(record: ClaimRecord, next: ClaimRecord): boolean {
	return record.given !== undefined || record.revokedBy !== next.revokedBy;
}

import { StoreCorruptError } from '../base/errors.js';
import { forgotten, isMoveByMember, unlinked, withGuild, withoutGuild } from './changes.js';
import type { Claim, ReadClaims, Snowflake } from './claim.js';
import { indexClaims, parseHashes, removeHashes } from './claim-indexes.js';
import { holderTag } from './claim-keys.js';
import type { ClaimParts } from './claim-records.js';
import { type HeldClaim, heldClaims, recordsOf } from './held-claims.js';
import { transferred } from './moderation-changes.js';
import { mayMove } from './policy.js';
import {
	type ClaimEvent,
	type ClaimRecord,
	claimsIn,
	formerGuildsOf,
	type Holder,
	holderIn,
	toClaim,
} from './record.js';
import { claimKey, memberKey } from './store-keys.js';

export type Unlinked =
	/** `freeFrom`: when others can claim the code (milliseconds since the epoch). Until then only the same member can. */
	| { readonly kind: 'unlinked'; readonly claim: Claim; readonly freeFrom: number }
	/** In another guild than home: the claim stays theirs, but gives nothing in that guild any more. */
	| { readonly kind: 'left'; readonly claim: Claim }
	/** In another guild than home: the code was not verified there, or no longer counts there. */
	| { readonly kind: 'not-here' }
	/** What home's policy says instead. */
	| { readonly kind: 'not-allowed' | 'transfer-only' }
	| { readonly kind: 'locked' }
	| { readonly kind: 'not-yours' };

export type Moved =
	/** `claim`: as its holder had it. */
	| { readonly kind: 'moved'; readonly claim: Claim; readonly revision: number }
	| { readonly kind: 'not-allowed' | 'not-yours' | 'locked' | 'already-held' }
	/** Its members have moved it within the last 90 days. */
	| { readonly kind: 'moved-lately' };

/** Everything in a purchase's record that names a member. Times are milliseconds since the epoch. */
export interface NamingRecord extends Pick<Claim, 'hash' | 'item' | 'licenseType'> {
	/** Undefined where the member no longer holds it. */
	readonly claim: Claim | undefined;
	/** All of it where the member holds it, else the lines that name the member; oldest first. */
	readonly history: readonly ClaimEvent[];
	/** What staff could restore for the member by undoing their latest change, until `until`. */
	readonly undo: { readonly until: number; readonly before: Omit<Holder, 'userId'> } | undefined;
}

const dayMs = 86_400_000;
/** How long after a move by its members a code stays where it is. */
const moveAgainMs = 90 * dayMs;

/** Whether members have moved it between their accounts since then, themselves. */
export function movedByMemberSince(history: readonly ClaimEvent[], since: number): boolean {
	return history.some((event) => isMoveByMember(event) && event.at > since);
}

/** What became of verifying in one more guild what a member holds already. */
export type UsedHere =
	| { readonly kind: 'used'; readonly claim: Claim }
	/** It counts there already. */
	| { readonly kind: 'already-here'; readonly claim: Claim }
	| { readonly kind: 'revoked' | 'not-yours' };

export interface OwnClaimParts extends ClaimParts {
	/** Told of a claim that can't be read while many are gone through. */
	readonly onCorrupt: (key: string) => void;
}

/** What a member can do with the claims that are their own. Rejects as ClaimStore does. */
export class OwnClaims {
	readonly #options: OwnClaimParts;

	constructor(options: OwnClaimParts) {
		this.#options = options;
	}

	/** The member's claims, revoked ones included, oldest first. One that can't be read is reported and left out. */
	async held(userId: Snowflake): Promise<readonly HeldClaim[]> {
		return await heldClaims(this.#options, userId);
	}

	/**
	 * The holder lets a claim count in one more guild: the same as entering its code there, without the code. It takes
	 * no seat, and nobody asks the marketplace.
	 */
	async useIn(
		hash: string,
		{ userId, guildId }: { readonly userId: Snowflake; readonly guildId: Snowflake },
	): Promise<UsedHere> {
		const { records, now } = this.#options;
		const outcome = await records.change<UsedHere>(hash, (record) => {
			const holder = holderIn(record, userId);
			// What staff gave without a code counts in their guild alone.
			const isElsewheres = record.given !== undefined && record.given.guildId !== guildId;
			if (holder === undefined || isElsewheres) return { next: record, result: { kind: 'not-yours' } };
			if (record.status === 'revoked') return { next: record, result: { kind: 'revoked' } };
			const next = withGuild(record, userId, guildId, now());
			const claim = toClaim(hash, next, holderIn(next, userId) ?? holder);
			return { next, result: { kind: next === record ? 'already-here' : 'used', claim } };
		});
		return outcome ?? { kind: 'not-yours' };
	}

	/**
	 * At home, unlinks a claim if home's policy allows it; in another guild, removes the code from that guild. A lock
	 * counts only at home: it fixes who holds the claim, and leaving another guild doesn't change that. The caller
	 * removes the roles that follow from `claim`, and announces the change beforehand, so that a crash leaves none
	 * behind.
	 */
	async unlink(
		hash: string,
		{ userId, guildId }: { readonly userId: Snowflake; readonly guildId: Snowflake },
	): Promise<Unlinked> {
		const { records, keys, home, now, seatsAt } = this.#options;
		if (!home.is(guildId)) return await this.#leave(hash, userId, guildId);
		const { unlinking } = await home.policy();
		if (unlinking.kind === 'never') return { kind: 'not-allowed' };
		if (unlinking.kind !== 'after-days') return { kind: 'transfer-only' };
		const outcome = await records.change<Unlinked>(hash, (record) => {
			const holder = holderIn(record, userId);
			if (holder === undefined) return { next: record, result: { kind: 'not-yours' } };
			if (record.locked) return { next: record, result: { kind: 'locked' } };
			const at = now();
			const freeFrom = at + unlinking.days * dayMs;
			const tag = holderTag(keys.open(hash, record.sealed), userId);
			const claim = toClaim(hash, record, holder);
			const next = unlinked(record, { userId, guildId, tag, at, seatsAt: seatsAt() }, freeFrom);
			return { next, result: { kind: 'unlinked', claim, freeFrom } };
		});
		return outcome ?? { kind: 'not-yours' };
	}

	/**
	 * Moves a claim to another account of the holder, if home's policy allows it and nobody has moved it that way lately.
	 * The caller announces the change beforehand, as for `unlink`.
	 * @param to the other account, and the guild in which it showed the code
	 */
	async move(
		hash: string,
		userId: Snowflake,
		to: { readonly userId: Snowflake; readonly guildId: Snowflake },
	): Promise<Moved> {
		if (!mayMove(await this.#options.home.policy())) return { kind: 'not-allowed' };
		return await this.#transfer(hash, userId, to);
	}

	/**
	 * The holder lets another member have the claim, whatever home's policy lets members move. Staff can undo it for
	 * `undoMs`. The caller announces the change beforehand, as for `unlink`.
	 */
	async letGo(
		hash: string,
		userId: Snowflake,
		to: { readonly userId: Snowflake; readonly guildId: Snowflake },
		undoMs: number,
	): Promise<Moved> {
		return await this.#transfer(hash, userId, to, undoMs);
	}

	/** @param undoMs for how long staff can undo it; undefined if they can't */
	async #transfer(
		hash: string,
		userId: Snowflake,
		to: { readonly userId: Snowflake; readonly guildId: Snowflake },
		undoMs?: number,
	): Promise<Moved> {
		const { store, records, keys, now } = this.#options;
		const known = await records.read(hash);
		if (known === undefined || holderIn(known, userId) === undefined) return { kind: 'not-yours' };
		const tag = holderTag(keys.open(hash, known.sealed), to.userId);
		const entries = [[hash, { holders: [{ userId: to.userId }] }]] as const;
		await indexClaims(store, entries);
		const outcome = await records.change<Moved>(hash, (record) => {
			const at = now();
			const refused = (kind: Exclude<Moved['kind'], 'moved'>) => ({ next: record, result: { kind } });
			const holder = holderIn(record, userId);
			if (holder === undefined) return refused('not-yours');
			if (record.revokedBy !== undefined) return refused('locked');
			// Letting a refunded purchase go would only use up its one move.
			if (undoMs !== undefined && record.status === 'revoked') return refused('locked');
			if (movedByMemberSince(record.history, at - moveAgainMs)) return refused('moved-lately');
			const act = { by: userId, guildId: to.guildId, why: '' };
			const next = transferred(record, { holderId: userId, toUserId: to.userId, tag, undoMs }, act, at);
			if (typeof next === 'string') return refused(next === 'already-held' ? 'already-held' : 'locked');
			const claim = toClaim(hash, record, holder);
			const result = { kind: 'moved', claim, revision: next.revision } as const;
			if (undoMs !== undefined) return { next, result };
			// Between accounts of one person staff undo it by moving it back.
			const { undo: _, ...moved } = next;
			return { next: moved, result };
		});
		// Again: a repair may have removed the entry as a leftover before the claim confirmed it.
		await indexClaims(store, entries);
		return outcome ?? { kind: 'not-yours' };
	}

	async #leave(hash: string, userId: Snowflake, guildId: Snowflake): Promise<Unlinked> {
		const { records, now } = this.#options;
		const outcome = await records.change<Unlinked>(hash, (record) => {
			const holder = holderIn(record, userId);
			if (holder === undefined) return { next: record, result: { kind: 'not-yours' } };
			if (!holder.guildIds.includes(guildId)) return { next: record, result: { kind: 'not-here' } };
			const claim = toClaim(hash, record, holder);
			return { next: withoutGuild(record, userId, guildId, now()), result: { kind: 'left', claim } };
		});
		return outcome ?? { kind: 'not-yours' };
	}

	/**
	 * Everything that names the member in claims held now or formerly, oldest first. One that can't be read is reported
	 * and left out.
	 */
	async naming(userId: Snowflake): Promise<readonly NamingRecord[]> {
		const records = await recordsOf(this.#options, userId);
		return records.flatMap(([hash, record]) => namingIn(hash, record, userId));
	}

	/**
	 * Deletes what ties the member to any claim: as its holder, in its history, in what could be undone. Each seat is
	 * kept for a keyed tag, so that nobody else can claim the code; the same member can, by verifying it again. A
	 * lock and a revocation by staff remain. Actions as a moderator stay on record. Returns the claims that were
	 * held: the caller removes their roles. `announce` gets the guilds of each claim before it is changed, since
	 * nothing shows them afterwards. If killed, it continues where it stopped when it is called again. A claim that
	 * can't be read is reported and stays, with its entry in the list, so that a later call finds it.
	 */
	async forget(
		userId: Snowflake,
		announce: (guildIds: readonly Snowflake[]) => Promise<void> = async () => {},
	): Promise<ReadClaims> {
		const { store, onCorrupt } = this.#options;
		const key = memberKey(userId);
		const listed = parseHashes(key, await store.get(key));
		const hashes: string[] = [];
		const announced = new Set<Snowflake>();
		const tell = async (hash: string): Promise<void> => {
			const record = await this.#options.records.read(hash);
			if (record === undefined) return;
			// Former guilds too: a role may be left there, and nothing shows that afterwards.
			const guildIds = [...(holderIn(record, userId)?.guildIds ?? []), ...formerGuildsOf(record, userId, 0)];
			const news = [...new Set(guildIds)].filter((guildId) => !announced.has(guildId));
			if (news.length > 0) await announce(news);
			for (const guildId of news) announced.add(guildId);
		};
		for (const hash of listed) {
			try {
				await tell(hash);
				hashes.push(hash);
			} catch (error) {
				if (!(error instanceof StoreCorruptError)) throw error;
				onCorrupt(claimKey(hash));
			}
		}
		const held: Claim[] = [];
		for (const hash of hashes) {
			let outcome = await this.#forgetOne(hash, userId, announced);
			// Claimed, or verified in one more guild, since it was announced.
			while (outcome === 'unannounced') {
				await tell(hash);
				outcome = await this.#forgetOne(hash, userId, announced);
			}
			if (outcome !== undefined) held.push(outcome);
		}
		try {
			await removeHashes(store, key, new Set(hashes));
		} finally {
			// Even if the answer is lost: the entries may be gone.
			await this.#keepNewer(hashes, userId);
		}
		return { claims: held, isComplete: hashes.length === listed.length };
	}

	async #forgetOne(
		hash: string,
		userId: Snowflake,
		announced: ReadonlySet<Snowflake>,
	): Promise<Claim | 'unannounced' | undefined> {
		const { records, keys, now } = this.#options;
		return await records.change<Claim | 'unannounced' | undefined>(hash, (record) => {
			const tag = holderTag(keys.open(hash, record.sealed), userId);
			const former = claimsIn(hash, record).find(({ holderId }) => holderId === userId);
			const isAnnounced = former?.guildIds.every((guildId) => announced.has(guildId)) ?? true;
			if (!isAnnounced) return { next: record, result: 'unannounced' };
			return { next: forgotten(record, userId, tag, now()), result: former };
		});
	}

	/** What the member has claimed again meanwhile must not lose its entry. */
	async #keepNewer(hashes: readonly string[], userId: Snowflake): Promise<void> {
		const { store, records } = this.#options;
		const newer: [string, ClaimRecord][] = [];
		for (const hash of hashes) {
			const record = await records.read(hash);
			if (record !== undefined && holderIn(record, userId) !== undefined) newer.push([hash, record]);
		}
		await indexClaims(store, newer);
	}
}

function namingIn(hash: string, record: ClaimRecord, userId: Snowflake): readonly NamingRecord[] {
	const holder = holderIn(record, userId);
	const names = ({ by, member, to }: ClaimEvent): boolean => [by, member, to].includes(userId);
	const history = holder === undefined ? record.history.filter(names) : record.history;
	const before = record.undo && holderIn(record.undo.before, userId);
	if (holder === undefined && before === undefined && history.length === 0) return [];
	const { item, licenseType } = record;
	const claim = holder && toClaim(hash, record, holder);
	const undo = record.undo && before && { until: record.undo.until, before };
	return [{ hash, item, licenseType, claim, history, undo }];
}

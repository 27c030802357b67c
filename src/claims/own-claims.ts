import { StoreCorruptError } from '../base/errors.js';
import { forgotten, isMoveByMember, isNamedIn, unlinked, withGuild, withoutGuild } from './changes.js';
import type { Claim, ReadClaims, Snowflake } from './claim.js';
import { indexClaims, parseHashes, removeHashes } from './claim-indexes.js';
import { holderTag } from './claim-keys.js';
import type { ClaimParts } from './claim-records.js';
import { type HeldClaim, type HeldParts, heldClaims, recordsOf } from './held-claims.js';
import { transferred } from './moderation-changes.js';
import { type NamingRecord, namingIn } from './naming-records.js';
import { type ClaimEvent, type ClaimRecord, claimsIn, formerGuildsOf, holderIn, toClaim } from './record.js';
import { claimKey, memberKey } from './store-keys.js';

export type Unlinked =
	/** Until `freeFrom` (milliseconds since the epoch) only this member can claim the code again. */
	| { readonly kind: 'unlinked'; readonly claim: Claim; readonly freeFrom: number }
	/** In a guild other than home: the member still holds the claim, but it no longer counts there. */
	| { readonly kind: 'left'; readonly claim: Claim }
	/** In a guild other than home: the code was never verified there, or no longer counts there. */
	| { readonly kind: 'not-here' }
	/** Refused by home's policy. */
	| { readonly kind: 'not-allowed' }
	| { readonly kind: 'locked' }
	| { readonly kind: 'not-yours' };

export type Moved =
	/** `claim`: as the previous holder had it. */
	| { readonly kind: 'moved'; readonly claim: Claim; readonly revision: number }
	| { readonly kind: 'not-yours' | 'locked' | 'already-held' }
	/** Members moved it within the last 90 days. */
	| { readonly kind: 'moved-lately' };

const dayMs = 86_400_000;
/** Minimum time between two moves of a code by its members. */
const moveAgainMs = 90 * dayMs;

/** @returns true if a member gave the claim to another one after `since` */
export function movedByMemberSince(history: readonly ClaimEvent[], since: number): boolean {
	return history.some((event) => isMoveByMember(event) && event.at > since);
}

export type UsedHere =
	| { readonly kind: 'used'; readonly claim: Claim }
	| { readonly kind: 'already-here'; readonly claim: Claim }
	| { readonly kind: 'revoked' | 'not-yours' };

/** Members' operations on their own claims. Rejects as ClaimStore does. */
export class OwnClaims {
	readonly #options: ClaimParts & HeldParts;

	constructor(options: ClaimParts & HeldParts) {
		this.#options = options;
	}

	/** The member's claims, revoked ones included, oldest first. Damaged ones are reported and skipped. */
	async held(userId: Snowflake): Promise<readonly HeldClaim[]> {
		return await heldClaims(this.#options, userId);
	}

	/** Makes a held claim count in one more guild, without its code, a seat or a marketplace request. */
	async useIn(
		hash: string,
		{ userId, guildId }: { readonly userId: Snowflake; readonly guildId: Snowflake },
	): Promise<UsedHere> {
		const { records, clock } = this.#options;
		const outcome = await records.change<UsedHere>(hash, (record) => {
			const holder = holderIn(record, userId);
			// Gifts without a code count only in the guild that gave them.
			const isFromOtherGuild = record.given !== undefined && record.given.guildId !== guildId;
			if (holder === undefined || isFromOtherGuild) return { next: record, result: { kind: 'not-yours' } };
			if (record.status === 'revoked') return { next: record, result: { kind: 'revoked' } };
			const next = withGuild(record, userId, guildId, clock.now());
			const claim = toClaim(hash, next, holderIn(next, userId) ?? holder);
			return { next, result: { kind: next === record ? 'already-here' : 'used', claim } };
		});
		return outcome ?? { kind: 'not-yours' };
	}

	/**
	 * Unlinks a claim if home's policy allows it; in other guilds, removes the code from that guild. A lock counts only at
	 * home: it fixes the holders, and leaving another guild doesn't change them. The caller removes the roles that followed
	 * from `claim`, and announces the change beforehand, so that a crash leaves none behind.
	 */
	async unlink(
		hash: string,
		{ userId, guildId }: { readonly userId: Snowflake; readonly guildId: Snowflake },
	): Promise<Unlinked> {
		const { records, keys, home, clock } = this.#options;
		if (!home.is(guildId)) return await this.#leave(hash, userId, guildId);
		const { unlinking } = await home.policy();
		const outcome = await records.change<Unlinked>(hash, (record) => {
			const refused = (kind: 'not-yours' | 'not-allowed' | 'locked') => ({
				next: record,
				result: { kind },
			});
			const at = clock.now();
			const holder = holderIn(record, userId);
			if (unlinking.kind !== 'after-days') return refused('not-allowed');
			if (holder === undefined) return refused('not-yours');
			if (record.locked) return refused('locked');
			const claim = toClaim(hash, record, holder);
			const freeFrom = at + unlinking.days * dayMs;
			const tag = holderTag(keys.open(hash, record.sealed), userId);
			const next = unlinked(record, { userId, guildId, tag, at, seatsAt: clock.seatsAt() }, freeFrom);
			return { next, result: { kind: 'unlinked', claim, freeFrom } };
		});
		return outcome ?? { kind: 'not-yours' };
	}

	/**
	 * Gives the claim to another member, if members haven't moved it recently. Staff can undo it for `undoMs`. The caller
	 * announces the change beforehand, as for `unlink`.
	 * @param to the other member, and the guild in which they presented the code
	 */
	async letGo(
		hash: string,
		userId: Snowflake,
		to: { readonly userId: Snowflake; readonly guildId: Snowflake },
		undoMs: number,
	): Promise<Moved> {
		const { store, records, keys, clock } = this.#options;
		const known = await records.read(hash);
		if (known === undefined || holderIn(known, userId) === undefined) return { kind: 'not-yours' };
		const tag = holderTag(keys.open(hash, known.sealed), to.userId);
		const entries = [[hash, { holders: [{ userId: to.userId }] }]] as const;
		await indexClaims(store, entries);
		const outcome = await records.change<Moved>(hash, (record) => {
			const at = clock.now();
			const refused = (kind: Exclude<Moved['kind'], 'moved'>) => ({ next: record, result: { kind } });
			const holder = holderIn(record, userId);
			if (holder === undefined) return refused('not-yours');
			// Giving away a refunded purchase would only use up its one move.
			if (record.status === 'revoked') return refused('locked');
			if (movedByMemberSince(record.history, at - moveAgainMs)) return refused('moved-lately');
			const act = { by: userId, guildId: to.guildId, why: '' };
			const next = transferred(record, { holderId: userId, toUserId: to.userId, tag, undoMs }, act, at);
			if (typeof next === 'string') return refused(next === 'already-held' ? 'already-held' : 'locked');
			const claim = toClaim(hash, record, holder);
			return { next, result: { kind: 'moved', claim, revision: next.revision } };
		});
		// Again: a repair may have removed the entry as a leftover before the claim confirmed it.
		await indexClaims(store, entries);
		return outcome ?? { kind: 'not-yours' };
	}

	async #leave(hash: string, userId: Snowflake, guildId: Snowflake): Promise<Unlinked> {
		const { records, clock } = this.#options;
		const outcome = await records.change<Unlinked>(hash, (record) => {
			const holder = holderIn(record, userId);
			if (holder === undefined) return { next: record, result: { kind: 'not-yours' } };
			if (!holder.guildIds.includes(guildId)) return { next: record, result: { kind: 'not-here' } };
			const claim = toClaim(hash, record, holder);
			return { next: withoutGuild(record, userId, guildId, clock.now()), result: { kind: 'left', claim } };
		});
		return outcome ?? { kind: 'not-yours' };
	}

	/** Everything that names the member in claims, oldest first. Damaged claims are reported and skipped. */
	async naming(userId: Snowflake): Promise<readonly NamingRecord[]> {
		const records = await recordsOf(this.#options, userId);
		return records.flatMap(([hash, record]) => namingIn(hash, record, userId));
	}

	/**
	 * Deletes every link between the member and any claim: as holder, in the history, in undo data. Each seat is
	 * reserved for a keyed tag: the same member can verify the code again, others can't claim it. Locks and revocations
	 * by staff remain, and so do the member's actions as a moderator. Returns the claims that were held, so that the
	 * caller can remove their roles. `announce` receives the guilds of each claim before the claim changes because the
	 * record doesn't show them afterwards. If killed, it continues when it is called again. A damaged claim is reported
	 * and stays listed, so that a later call finds it.
	 */
	async forget(
		userId: Snowflake,
		announce: (guildIds: readonly Snowflake[]) => Promise<void> = async () => {},
	): Promise<ReadClaims> {
		const { store, report } = this.#options;
		const key = memberKey(userId);
		const listed = parseHashes(key, await store.get(key));
		const hashes: string[] = [];
		const announced = new Set<Snowflake>();
		const announceGuilds = async (hash: string): Promise<void> => {
			const record = await this.#options.records.read(hash);
			if (record === undefined) return;
			// Includes former guilds: a role may remain there, and the record doesn't show them afterwards.
			const guildIds = [...(holderIn(record, userId)?.guildIds ?? []), ...formerGuildsOf(record, userId, 0)];
			const unannounced = [...new Set(guildIds)].filter((guildId) => !announced.has(guildId));
			if (unannounced.length > 0) await announce(unannounced);
			for (const guildId of unannounced) announced.add(guildId);
		};
		for (const hash of listed) {
			try {
				await announceGuilds(hash);
				hashes.push(hash);
			} catch (error) {
				if (!(error instanceof StoreCorruptError)) throw error;
				report.damaged(claimKey(hash));
			}
		}
		const held: Claim[] = [];
		for (const hash of hashes) {
			let outcome = await this.#forgetOne(hash, userId, announced);
			// The member claimed it, or verified it in one more guild, after the announcement.
			while (outcome === 'unannounced') {
				await announceGuilds(hash);
				outcome = await this.#forgetOne(hash, userId, announced);
			}
			if (outcome !== undefined) held.push(outcome);
		}
		try {
			await removeHashes(store, key, new Set(hashes));
		} finally {
			// Even if the request fails: the entries may be deleted.
			await this.#keepNewer(hashes, userId);
		}
		return { claims: held, isComplete: hashes.length === listed.length };
	}

	async #forgetOne(
		hash: string,
		userId: Snowflake,
		announced: ReadonlySet<Snowflake>,
	): Promise<Claim | 'unannounced' | undefined> {
		const { records, keys, clock } = this.#options;
		return await records.change<Claim | 'unannounced' | undefined>(hash, (record) => {
			const tag = holderTag(keys.open(hash, record.sealed), userId);
			const former = claimsIn(hash, record).find(({ holderId }) => holderId === userId);
			const isAnnounced = former?.guildIds.every((guildId) => announced.has(guildId)) ?? true;
			if (!isAnnounced) return { next: record, result: 'unannounced' };
			return { next: forgotten(record, userId, tag, clock.now()), result: former };
		});
	}

	/** Restores the entries of claims that the member has made again meanwhile. */
	async #keepNewer(hashes: readonly string[], userId: Snowflake): Promise<void> {
		const { store, records } = this.#options;
		const newer: [string, ClaimRecord][] = [];
		for (const hash of hashes) {
			const record = await records.read(hash);
			if (record !== undefined && isNamedIn(record, userId)) newer.push([hash, record]);
		}
		await indexClaims(store, newer);
	}
}

import type { Store } from '../storage/store.js';
import type { Claim, Snowflake } from './claim.js';
import { indexClaims } from './claim-index.js';
import { type ClaimKeys, holderTag } from './claim-keys.js';
import type { ClaimRecords } from './claim-records.js';
import { type Act, type Hindrance, locked, released, transferred, undone, unlocked } from './desk-changes.js';
import { parseHashes } from './hash-list.js';
import type { PurchaseCode } from './purchase-code.js';
import { type ClaimEvent, type ClaimRecord, claimsIn, parseRecord } from './record.js';
import { claimKey, memberKey } from './store-keys.js';

/** A purchase as a moderator of one guild may see it: what concerns that guild. */
export interface ClaimFile {
	readonly hash: string;
	readonly status: Claim['status'];
	readonly locked: boolean;
	readonly item: Claim['item'];
	readonly licenseType: string;
	/** Milliseconds since the epoch. */
	readonly supportedUntil: number | undefined;
	/** The holders who have presented the code in the guild. Others are not shown. */
	readonly claims: readonly Claim[];
	/** What happened in the guild, oldest first. */
	readonly history: readonly ClaimEvent[];
	readonly check: Claim['check'];
}

/** What became of a moderator's wish. */
export type DeskOutcome =
	| {
			readonly kind: 'done';
			/** The mark by which the change can be taken back. */
			readonly revision: number;
			/** The members whose roles may have to change, with every guild in which. */
			readonly affected: readonly Pick<Claim, 'holderId' | 'guildIds'>[];
			readonly file: ClaimFile;
	  }
	/** There is no such claim in this guild. */
	| { readonly kind: 'unknown' }
	| { readonly kind: Hindrance };

export interface ClaimDeskOptions {
	readonly store: Store;
	readonly records: ClaimRecords;
	readonly keys: ClaimKeys;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/**
 * What moderators do with claims. A moderator reaches only what has to do with the moderator's own guild; a change is
 * of the whole claim, since a code has its holders once, over all guilds. Rejects as ClaimStore does.
 */
export class ClaimDesk {
	readonly #options: ClaimDeskOptions;

	constructor(options: ClaimDeskOptions) {
		this.#options = options;
	}

	/** The claim of a code; undefined where the guild has nothing to do with it. */
	async byCode(code: PurchaseCode, guildId: Snowflake): Promise<ClaimFile | undefined> {
		return await this.byHash(this.#options.keys.hash(code), guildId);
	}

	async byHash(hash: string, guildId: Snowflake): Promise<ClaimFile | undefined> {
		const record = await this.#options.records.read(hash);
		return record && fileOf(hash, record, guildId);
	}

	/** Every claim that the member holds or has held, in the order in which they came. */
	async byMember(userId: Snowflake, guildId: Snowflake): Promise<readonly ClaimFile[]> {
		const { store } = this.#options;
		const key = memberKey(userId);
		const hashes = parseHashes(key, await store.get(key));
		const values = await store.getMany(hashes.map(claimKey));
		return hashes.flatMap((hash, index) => {
			const record = parseRecord(hash, values[index]);
			const file = record && fileOf(hash, record, guildId);
			return file === undefined ? [] : [file];
		});
	}

	/** Takes the claim from its holder: the code can be claimed again. */
	async release(hash: string, holderId: Snowflake, act: Act): Promise<DeskOutcome> {
		return await this.#change(hash, act, (record, at) => released(record, holderId, act, at));
	}

	/** Hands the claim from its holder to another member. */
	async transfer(hash: string, holderId: Snowflake, toUserId: Snowflake, act: Act): Promise<DeskOutcome> {
		const { store, records, keys } = this.#options;
		const record = await records.read(hash);
		if (record === undefined) return { kind: 'unknown' };
		const tag = holderTag(keys.open(hash, record.sealed), toUserId);
		const entries = [[hash, { holders: [{ userId: toUserId }] }]] as const;
		await indexClaims(store, entries);
		const outcome = await this.#change(hash, act, (current, at) =>
			transferred(current, { holderId, toUserId, tag }, act, at),
		);
		// Once more: a repair may have taken the entry for a leftover before the claim bore it out.
		await indexClaims(store, entries);
		return outcome;
	}

	/** Freezes who holds the claim; roles stay as they are. */
	async lock(hash: string, act: Act): Promise<DeskOutcome> {
		return await this.#change(hash, act, (record, at) => locked(record, act, at));
	}

	async unlock(hash: string, act: Act): Promise<DeskOutcome> {
		return await this.#change(hash, act, (record, at) => unlocked(record, act, at));
	}

	/**
	 * Takes back the change that led to `revision`: within ten minutes, and only where nothing has happened since. Who
	 * held the claim before holds it again, as before.
	 */
	async undo(hash: string, revision: number, act: Act): Promise<DeskOutcome> {
		return await this.#change(hash, act, (record, at) => undone(record, revision, act, at));
	}

	async #change(
		hash: string,
		{ guildId }: Act,
		change: (record: ClaimRecord, at: number) => ClaimRecord | Hindrance,
	): Promise<DeskOutcome> {
		const { records, now } = this.#options;
		const outcome = await records.change<DeskOutcome>(hash, (record) => {
			if (fileOf(hash, record, guildId) === undefined) return { next: record, result: { kind: 'unknown' } };
			const next = change(record, now());
			if (typeof next === 'string') return { next: record, result: { kind: next } };
			const file = fileOf(hash, next, guildId);
			if (file === undefined) return { next: record, result: { kind: 'unknown' } };
			const affected = [...record.holders, ...next.holders].map(({ userId, guildIds }) => ({
				holderId: userId,
				guildIds,
			}));
			return { next, result: { kind: 'done', revision: next.revision, affected, file } };
		});
		return outcome ?? { kind: 'unknown' };
	}
}

function fileOf(hash: string, record: ClaimRecord, guildId: Snowflake): ClaimFile | undefined {
	const claims = claimsIn(hash, record).filter((claim) => claim.guildIds.includes(guildId));
	const isKnownHere = claims.length > 0 || record.history.some((event) => event.guildId === guildId);
	if (!isKnownHere) return undefined;
	const { status, locked: isLocked, item, licenseType, supportedUntil, check } = record;
	// Lines of older versions name no guild: they are shown to the guild that has the claim.
	const history = record.history.filter((event) => (event.guildId ?? guildId) === guildId);
	return { hash, status, locked: isLocked, item, licenseType, supportedUntil, claims, history, check };
}

import { StoreCorruptError } from '../base/errors.js';
import type { Store, StoredPair } from '../storage/store.js';
import type { Claim, Snowflake } from './claim.js';
import { hashesIn, indexClaims } from './claim-indexes.js';
import { type ClaimRecords, readEach } from './claim-records.js';
import { type ClaimRecord, claimsIn, formerGuildsOf, holderIn, recordIn, toClaim } from './record.js';
import {
	bucketKey,
	bucketKeysBetween,
	claimKey,
	claimPrefix,
	memberKey,
	memberPrefix,
} from './store-keys.js';

/** How many are read at once. */
const membersAtOnce = 100;
/** How long a former holder's roles are still checked. */
const formerMs = 30 * 86_400_000;

/** What a member holds, and where roles of former claims may be left. */
export interface MemberClaims {
	readonly userId: Snowflake;
	/** Revoked ones included. */
	readonly claims: readonly Claim[];
	/** False if a claim on the list can't be read: the member may hold more than these. */
	readonly isComplete: boolean;
	/** The guilds in which the member held a claim that changed hands in the last thirty days. */
	readonly formerGuildIds: readonly Snowflake[];
}

export interface ClaimScanOptions {
	readonly store: Store;
	readonly records: Pick<ClaimRecords, 'read'>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Told of a claim or a list that can't be read. */
	readonly onCorrupt: (key: string) => void;
}

/** Scans everybody's claims without keeping them all in memory. Rejects as ClaimStore does. */
export class ClaimScan {
	readonly #store: Store;
	readonly #records: Pick<ClaimRecords, 'read'>;
	readonly #now: () => number;
	readonly #onCorrupt: (key: string) => void;

	constructor({ store, records, now, onCorrupt }: ClaimScanOptions) {
		this.#store = store;
		this.#records = records;
		this.#now = now;
		this.#onCorrupt = onCorrupt;
	}

	/**
	 * The claims whose support ends from `from` on and before `until` (milliseconds since the epoch), revoked ones
	 * included. The cost depends on those days, not on the size of the store. One that can't be read is reported and
	 * left out.
	 */
	async *withSupportEnding(from: number, until: number): AsyncGenerator<Claim> {
		for (const lists of bucketKeysBetween(from, until)) {
			const entries = (await readEach(this.#store, lists)).flatMap((list) => this.#entriesOf(list));
			const pairs = await readEach(
				this.#store,
				entries.map(({ hash }) => claimKey(hash)),
			);
			for (const [index, pair] of pairs.entries()) {
				for (const claim of this.#readable(pair)) {
					const end = claim.supportedUntil;
					if (end === undefined || end < from || end >= until) continue;
					// A former end of support still has its entry in that day's list.
					if (bucketKey(end, claim.hash) === entries[index]?.list) yield claim;
				}
			}
		}
	}

	/** Every claim of every holder, in no promised order. One that can't be read is reported and left out. */
	async *all(): AsyncGenerator<Claim> {
		for await (const pair of this.#store.list(claimPrefix)) {
			yield* this.#readable(pair);
		}
	}

	/**
	 * Every member who is on record with a claim, those after `after` where the store has an order. A list or a claim
	 * that can't be read is reported and left out.
	 */
	async *members(after?: Snowflake): AsyncGenerator<MemberClaims> {
		let lists: StoredPair[] = [];
		for await (const list of this.#store.list(memberPrefix, after && memberKey(after))) {
			lists.push(list);
			if (lists.length < membersAtOnce) continue;
			yield* await this.#membersIn(lists);
			lists = [];
		}
		yield* await this.#membersIn(lists);
		yield* this.#unlisted();
	}

	/**
	 * Holders whose list lost a claim: a list write that timed out can still arrive after the claim was written. The
	 * entry is restored.
	 */
	async *#unlisted(): AsyncGenerator<MemberClaims> {
		let claims: Claim[] = [];
		for await (const claim of this.all()) {
			claims.push(claim);
			if (claims.length < membersAtOnce) continue;
			yield* await this.#listAgain(claims);
			claims = [];
		}
		yield* await this.#listAgain(claims);
	}

	async #listAgain(claims: readonly Claim[]): Promise<MemberClaims[]> {
		const keys = [...new Set(claims.map(({ holderId }) => memberKey(holderId)))];
		const lists = new Map((await readEach(this.#store, keys)).map((pair) => [pair.key, hashesIn(pair)]));
		const lost = claims.filter(({ hash, holderId }) => {
			const listed = lists.get(memberKey(holderId));
			return listed !== undefined && listed !== 'damaged' && !listed.includes(hash);
		});
		const again: MemberClaims[] = [];
		for (const claim of lost) {
			const record = await this.#soundRecord(claim.hash);
			// Unlinked meanwhile, and rightly not on the list.
			if (record === undefined || holderIn(record, claim.holderId) === undefined) continue;
			await indexClaims(this.#store, [[claim.hash, { holders: [{ userId: claim.holderId }] }]]);
			again.push({ userId: claim.holderId, claims: [claim], isComplete: false, formerGuildIds: [] });
		}
		return again;
	}

	/** Undefined where there is none, and where it can't be read, which is reported. */
	async #soundRecord(hash: string): Promise<ClaimRecord | undefined> {
		try {
			return await this.#records.read(hash);
		} catch (error) {
			if (!(error instanceof StoreCorruptError)) throw error;
			this.#onCorrupt(claimKey(hash));
			return undefined;
		}
	}

	async #membersIn(lists: readonly StoredPair[]): Promise<MemberClaims[]> {
		const entries = lists.flatMap((list) => this.#entriesOf(list));
		const pairs = await readEach(this.#store, [...new Set(entries.map(({ hash }) => claimKey(hash)))]);
		const records = new Map(pairs.map((pair) => [pair.key, recordIn(pair)]));
		for (const [key, record] of records) if (record === 'damaged') this.#onCorrupt(key);
		const since = this.#now() - formerMs;
		return lists.flatMap(({ key }) => {
			const userId = key.slice(memberPrefix.length);
			const own = entries.filter(({ list }) => list === key);
			const known = own.map(({ hash }) => ({ hash, record: records.get(claimKey(hash)) }));
			const sound = known.flatMap(({ hash, record }) =>
				record === undefined || record === 'damaged' ? [] : [{ hash, record }],
			);
			const isComplete = known.every(({ record }) => record !== 'damaged');
			const claims = sound.flatMap(({ hash, record }) => {
				const holder = holderIn(record, userId);
				return holder === undefined ? [] : [toClaim(hash, record, holder)];
			});
			const formerGuildIds = sound.flatMap(({ record }) => formerGuildsOf(record, userId, since));
			return [{ userId, claims, isComplete, formerGuildIds: [...new Set(formerGuildIds)] }];
		});
	}

	#entriesOf(list: StoredPair): readonly { readonly hash: string; readonly list: string }[] {
		const hashes = hashesIn(list);
		if (hashes === 'damaged') {
			this.#onCorrupt(list.key);
			return [];
		}
		return hashes.map((hash) => ({ hash, list: list.key }));
	}

	#readable(pair: StoredPair): readonly Claim[] {
		const hash = pair.key.slice(claimPrefix.length);
		const record = recordIn(pair);
		if (record === 'damaged') this.#onCorrupt(pair.key);
		return record === undefined || record === 'damaged' ? [] : claimsIn(hash, record);
	}
}

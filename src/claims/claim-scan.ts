import { StoreCorruptError } from '../base/errors.js';
import { knownEnd } from '../base/support-end.js';
import type { Store, StoredPair } from '../storage/store.js';
import type { Claim, Snowflake } from './claim.js';
import { hashesIn, indexClaims } from './claim-indexes.js';
import { type ClaimClock, type ClaimRecords, type DamageReport, readEach } from './claim-records.js';
import { type Payment, paymentOf } from './purchase-facts.js';
import { type ClaimRecord, changedHandsSince, claimsIn, holderIn, recordIn, toClaim } from './record.js';
import {
	bucketKey,
	bucketKeysBetween,
	claimKey,
	claimPrefix,
	memberKey,
	memberPrefix,
} from './store-keys.js';

const membersPerBatch = 100;
const claimsPerBatch = 25;
/** How long the roles of former holders are still checked. */
const formerMs = 30 * 86_400_000;

/** A member's claims. */
export interface MemberClaims {
	readonly userId: Snowflake;
	readonly claims: readonly Claim[];
	/** False if a listed claim can't be read: the member may hold more than these. */
	readonly isComplete: boolean;
	/** A purchase of theirs changed hands in the last 30 days: roles from it may remain. */
	readonly isFormer: boolean;
}

/** A claim with what was paid; undefined if the shop has said nothing about it. */
export interface PaidClaim extends Claim {
	readonly payment: Payment | undefined;
}

export interface ClaimScanOptions {
	readonly store: Store;
	readonly records: Pick<ClaimRecords, 'read'>;
	readonly clock: Pick<ClaimClock, 'now'>;
	readonly report: DamageReport;
}

/** Scans the claims of all members without keeping them all in memory. Rejects as ClaimStore does. */
export class ClaimScan {
	readonly #store: Store;
	readonly #records: Pick<ClaimRecords, 'read'>;
	readonly #clock: Pick<ClaimClock, 'now'>;
	readonly #report: DamageReport;

	constructor({ store, records, clock, report }: ClaimScanOptions) {
		this.#store = store;
		this.#records = records;
		this.#clock = clock;
		this.#report = report;
	}

	/**
	 * Yields claims whose support ends between `from` (included) and `until` (excluded), in milliseconds since the
	 * epoch, revoked ones included. The cost depends on the days, not on the size of the store. Damaged claims are
	 * reported and skipped.
	 */
	async *withSupportEnding(from: number, until: number): AsyncGenerator<Claim> {
		for (const lists of bucketKeysBetween(from, until)) {
			const entries = (await readEach(this.#store, lists)).flatMap((list) => this.#entriesOf(list));
			// One day may have thousands: read together, they would hold up the members who wait for an answer.
			for (let start = 0; start < entries.length; start += claimsPerBatch) {
				const some = entries.slice(start, start + claimsPerBatch);
				const pairs = await readEach(
					this.#store,
					some.map(({ hash }) => claimKey(hash)),
				);
				for (const [index, pair] of pairs.entries()) {
					for (const claim of this.#readable(pair)) {
						const end = knownEnd(claim.supportedUntil);
						if (end === undefined || end < from || end >= until) continue;
						// An earlier end of support still has its entry in that day's list.
						if (bucketKey(end, claim.hash) === some[index]?.list) yield claim;
					}
				}
			}
		}
	}

	/** Yields every claim of every holder, in no particular order. Damaged claims are reported and skipped. */
	async *all(): AsyncGenerator<Claim> {
		for await (const pair of this.#store.list(claimPrefix)) {
			yield* this.#readable(pair);
		}
	}

	/** Like `all`, with what was paid: for administrators, and for the operator's `export-csv`. */
	async *allPaid(): AsyncGenerator<PaidClaim> {
		for await (const pair of this.#store.list(claimPrefix)) {
			const record = this.#recordIn(pair);
			if (record === undefined) continue;
			const payment = paymentOf(record);
			for (const claim of claimsOf(pair.key, record)) yield { ...claim, payment };
		}
	}

	/** Yields members on record, from `after` on if the store is ordered. Damaged rows are reported and skipped. */
	async *members(after?: Snowflake): AsyncGenerator<MemberClaims> {
		let lists: StoredPair[] = [];
		for await (const list of this.#store.list(memberPrefix, after && memberKey(after))) {
			lists.push(list);
			if (lists.length < membersPerBatch) continue;
			yield* await this.#membersIn(lists);
			lists = [];
		}
		yield* await this.#membersIn(lists);
		yield* this.#unlisted();
	}

	/** Restores entries lost to a list write that timed out and arrived after the claim was written. */
	async *#unlisted(): AsyncGenerator<MemberClaims> {
		let claims: Claim[] = [];
		for await (const claim of this.all()) {
			claims.push(claim);
			if (claims.length < membersPerBatch) continue;
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
			// Unlinked meanwhile, and rightly not listed.
			if (record === undefined || holderIn(record, claim.holderId) === undefined) continue;
			await indexClaims(this.#store, [[claim.hash, { holders: [{ userId: claim.holderId }] }]]);
			again.push({ userId: claim.holderId, claims: [claim], isComplete: false, isFormer: false });
		}
		return again;
	}

	/** @returns undefined if there is none, or if it is damaged, which is reported */
	async #soundRecord(hash: string): Promise<ClaimRecord | undefined> {
		try {
			return await this.#records.read(hash);
		} catch (error) {
			if (!(error instanceof StoreCorruptError)) throw error;
			this.#report.damaged(claimKey(hash));
			return undefined;
		}
	}

	async #membersIn(lists: readonly StoredPair[]): Promise<MemberClaims[]> {
		const entries = lists.flatMap((list) => this.#entriesOf(list));
		const pairs = await readEach(this.#store, [...new Set(entries.map(({ hash }) => claimKey(hash)))]);
		const records = new Map(pairs.map((pair) => [pair.key, recordIn(pair)]));
		for (const [key, record] of records) if (record === 'damaged') this.#report.damaged(key);
		const since = this.#clock.now() - formerMs;
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
			const isFormer = sound.some(({ record }) => changedHandsSince(record, since));
			return [{ userId, claims, isComplete, isFormer }];
		});
	}

	#entriesOf(list: StoredPair): readonly { readonly hash: string; readonly list: string }[] {
		const hashes = hashesIn(list);
		if (hashes === 'damaged') {
			this.#report.damaged(list.key);
			return [];
		}
		return hashes.map((hash) => ({ hash, list: list.key }));
	}

	#readable(pair: StoredPair): readonly Claim[] {
		const record = this.#recordIn(pair);
		return record === undefined ? [] : claimsOf(pair.key, record);
	}

	/** Undefined for a damaged record too, which is reported. */
	#recordIn(pair: StoredPair): ClaimRecord | undefined {
		const record = recordIn(pair);
		if (record !== 'damaged') return record;
		this.#report.damaged(pair.key);
		return undefined;
	}
}

function claimsOf(key: string, record: ClaimRecord): readonly Claim[] {
	return claimsIn(key.slice(claimPrefix.length), record);
}

import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../base/clock.js';
import { StoreCorruptError } from '../base/errors.js';
import type { Rows, Store, StoredPair, Transaction } from '../storage/store.js';
import { soundRow } from '../storage/table.js';
import type { Snowflake } from './claim.js';
import { putClaim } from './claim-indexes.js';
import type { ClaimKeys } from './claim-keys.js';
import type { PolicyStore } from './policy.js';
import { type ClaimRecord, claimKind, heldSince, recordIn } from './record.js';
import { assertNotEmptied, assertSecret } from './secret-guard.js';
import { claimKey, memberEntryPrefix, secretKey } from './store-keys.js';

/** Reads and changes single records while the secret is current. Rejects with the store's errors. */
export class ClaimRecords {
	readonly #store: Store;
	readonly #keys: ClaimKeys;
	readonly #follow: Follow;

	/** @param follow default: nothing follows */
	constructor(store: Store, keys: ClaimKeys, follow: Follow = async () => () => {}) {
		this.#store = store;
		this.#keys = keys;
		this.#follow = follow;
	}

	async read(hash: string): Promise<ClaimRecord | undefined> {
		return await this.readIn(this.#store, hash);
	}

	/** Within a transaction the secret is checked again at the commit, so that nothing is written with a former one. */
	async readIn(from: Rows, hash: string): Promise<ClaimRecord | undefined> {
		// In one query, so that the secret is current whenever a claim is read.
		const [secret, record] = await from.getMany([secretKey, claimKey(hash)]);
		assertSecret(secret, this.#keys.check);
		const parsed = soundRow(claimKind, record);
		// Decryption fails for a record copied under another hash, which would otherwise mark an unclaimed code as claimed.
		if (parsed !== undefined) this.#keys.open(hash, parsed.sealed);
		return parsed;
	}

	/**
	 * Replaces a record by the result of `change`, with what follows from it; resolves to that result, or to undefined if
	 * there is no such record. `change` may run several times; if it returns the same record, nothing is written.
	 * `members`: others whose roles may change.
	 */
	async change<Result, Refusal = never>(
		hash: string,
		change: (record: ClaimRecord) => Changed<Result>,
		also?: Also<Result, Refusal>,
	): Promise<Result | Refusal | undefined> {
		return await this.changeOrAdd(hash, (record) => record && change(record), also);
	}

	/**
	 * Every change of a claim: commits the record that `decide` resolves to, with the rows that it puts itself. It may run
	 * several times. `reading`: the record, for other rows to be read in the same statement.
	 */
	async commit<Result>(
		hash: string,
		decide: (tx: Transaction, reading: Promise<ClaimRecord | undefined>) => Promise<Decided<Result>>,
	): Promise<Result> {
		return await this.#store.transact(async (tx) => {
			const reading = this.readIn(tx, hash);
			const { next, result } = await decide(tx, reading);
			const record = await reading;
			if (next !== undefined && next !== record) putClaim(tx, hash, record, next);
			return result;
		});
	}

	/** As `change`, also for a hash without a record. */
	async changeOrAdd<Result, Refusal>(
		hash: string,
		change: (record: ClaimRecord | undefined) => Changed<Result> | undefined,
		also?: Also<Result, Refusal>,
	): Promise<Result | Refusal | undefined> {
		let afterCommit = (): void => {};
		const outcome = await this.commit<Result | Refusal | undefined>(hash, async (tx, reading) => {
			afterCommit = () => {};
			const record = await reading;
			const changed = change(record);
			if (changed === undefined) return { result: undefined };
			const { next, result, members = [] } = changed;
			const refusal = next === record ? undefined : await also?.(tx, result);
			if (refusal !== undefined) return { result: refusal };
			afterCommit = await this.#follow(tx, [...members, ...affectedBy(record, next)]);
			return { next, result };
		});
		afterCommit();
		return outcome;
	}
}

/** `next`: undefined, or the record as it was read, to leave it as it is. */
interface Decided<Result> {
	readonly next?: ClaimRecord;
	readonly result: Result;
}

export interface Changed<Result> extends Decided<Result> {
	readonly next: ClaimRecord;
	readonly members?: readonly string[];
}

/**
 * Adds rows to the commit of a change that is to be made, of which it gets the result. It may refuse the change, and may
 * run several times.
 */
export type Also<Result, Refusal = never> = (tx: Transaction, result: Result) => Promise<Refusal | undefined>;

/**
 * Adds what follows from changed claims of members to the commit, such as their roles. It may run several times.
 * Resolves to what is to be done after the commit.
 */
export type Follow = (tx: Transaction, userIds: readonly string[]) => Promise<() => void>;

/** The members whose roles may change: all holders if what roles follow from has changed, else who came or went. */
function affectedBy(before: ClaimRecord | undefined, next: ClaimRecord): readonly string[] {
	if (before === next) return [];
	const ids = ({ holders }: ClaimRecord) => holders.map(({ userId }) => userId);
	if (before === undefined) return ids(next);
	const facts = ({ status, item, licenseType, supportedUntil, purchasedAt }: ClaimRecord) => [
		status,
		item,
		licenseType,
		supportedUntil,
		purchasedAt,
	];
	if (!isDeepStrictEqual(facts(before), facts(next))) return [...ids(before), ...ids(next)];
	const [was, is] = [new Set(ids(before)), new Set(ids(next))];
	return [...ids(before).filter((id) => !is.has(id)), ...ids(next).filter((id) => !was.has(id))];
}

/** The claims that name a member, by their hashes. */
export async function hashesOf(store: Store, userId: string): Promise<readonly string[]> {
	const prefix = memberEntryPrefix(userId);
	const hashes: string[] = [];
	for await (const { key } of store.list(prefix)) hashes.push(key.slice(prefix.length));
	return hashes;
}

/** Like getMany, in the order of `keys`, but an unreadable row doesn't affect the others. */
export async function readEach(store: Store, keys: readonly string[]): Promise<StoredPair[]> {
	try {
		const values = await store.getMany(keys);
		return keys.map((key, index) => ({ key, value: values[index] }));
	} catch (error) {
		if (!(error instanceof StoreCorruptError)) throw error;
	}
	const pairs: StoredPair[] = [];
	for (const key of keys) {
		try {
			pairs.push({ key, value: await store.get(key) });
		} catch (error) {
			if (!(error instanceof StoreCorruptError)) throw error;
			pairs.push({ key, corrupt: true });
		}
	}
	return pairs;
}

export interface DamageReport {
	/** Reports a claim that is skipped because it can't be read. */
	damaged(key: string): void;
}

/** The floor of the code that reads and changes claims. */
export interface ClaimFloor {
	readonly store: Store;
	readonly records: ClaimRecords;
	readonly keys: ClaimKeys;
	readonly policy: PolicyStore;
	readonly clock: Pick<Clock, 'now'>;
	/** The time used to decide which reserved seats have expired. While the clock is not trusted, none have. */
	seatsAt(): number;
	readonly report: DamageReport;
}

interface RecordsOfMember {
	/** Oldest first. */
	readonly records: readonly (readonly [hash: string, record: ClaimRecord])[];
	/** False if a row is damaged: the member may hold more than these. */
	readonly isComplete: boolean;
}

/**
 * The records that name a member. Damaged ones are reported and skipped: they must not hide the rest. Rejects with
 * StoreUnavailableError if the store was emptied.
 * @param known from `hashesOf`, which saves a read
 */
export async function recordsOf(
	{ store, report }: Pick<ClaimFloor, 'store' | 'report'>,
	userId: Snowflake,
	known?: readonly string[],
): Promise<RecordsOfMember> {
	const hashes = known ?? (await hashesOf(store, userId));
	const [secret, ...pairs] = await readEach(store, [secretKey, ...hashes.map(claimKey)]);
	// Roles follow from these claims, and must not be taken because the store was emptied.
	if (secret?.corrupt !== true) assertNotEmptied(secret?.value);
	let isComplete = true;
	const records = pairs.flatMap((pair, index) => {
		const record = recordIn(pair);
		if (record === 'damaged') {
			isComplete = false;
			report.damaged(pair.key);
		}
		return record === undefined || record === 'damaged' ? [] : [[hashes[index] ?? '', record] as const];
	});
	const oldestFirst = records.toSorted(([, a], [, b]) => heldSince(a, userId) - heldSince(b, userId));
	return { records: oldestFirst, isComplete };
}

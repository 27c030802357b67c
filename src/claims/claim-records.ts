import { StoreCorruptError } from '../base/errors.js';
import type { Store, StoredPair } from '../storage/store.js';
import { update } from '../storage/update.js';
import type { ClaimKeys } from './claim-keys.js';
import type { Home } from './policy.js';
import { type ClaimRecord, parseRecord } from './record.js';
import { assertSecret } from './secret-guard.js';
import { claimKey, secretKey } from './store-keys.js';

/**
 * Reads and changes single records, and only while the secret is the one in force. Methods reject with
 * StoreUnavailableError, StoreCorruptError or StoreRefusedError.
 */
export class ClaimRecords {
	readonly #store: Store;
	readonly #keys: ClaimKeys;

	constructor(store: Store, keys: ClaimKeys) {
		this.#store = store;
		this.#keys = keys;
	}

	async read(hash: string): Promise<ClaimRecord | undefined> {
		return (await this.readWith(hash, [])).record;
	}

	/** A record and other rows, in one request. */
	async readWith(
		hash: string,
		keys: readonly string[],
	): Promise<{ readonly record: ClaimRecord | undefined; readonly rows: readonly unknown[] }> {
		// In one query, so that the secret is known to be current whenever a claim is read.
		const [secret, record, ...rows] = await this.#store.getMany([secretKey, claimKey(hash), ...keys]);
		assertSecret(secret, this.#keys.check);
		const parsed = parseRecord(hash, record);
		// A copy under another hash would claim a code that nobody has claimed: its sealed code opens only under its
		// own hash.
		if (parsed !== undefined) this.#keys.open(hash, parsed.sealed);
		return { record: parsed, rows };
	}

	/**
	 * Swaps one record for the result of `change`, and resolves to its result; to undefined if there is no such
	 * record. `change` may run several times; if it returns the same record, nothing is written.
	 */
	async change<Result>(
		hash: string,
		change: (record: ClaimRecord) => { readonly next: ClaimRecord; readonly result: Result },
	): Promise<Result | undefined> {
		assertSecret(await this.#store.get(secretKey), this.#keys.check);
		return await update(this.#store, claimKey(hash), (current) => {
			const record = parseRecord(hash, current);
			if (record === undefined) return { result: undefined };
			const { next, result } = change(record);
			return { result, ...(next !== record && { next }) };
		});
	}
}

/** The pairs under `keys`, in order, like getMany, except that an unreadable row doesn't affect the others. */
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

/** What claims are changed with, by members and by moderators. */
export interface ClaimParts {
	readonly store: Store;
	readonly records: ClaimRecords;
	readonly keys: ClaimKeys;
	readonly home: Home;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** The time at which kept seats are judged to have expired. */
	readonly seatsAt: () => number;
}

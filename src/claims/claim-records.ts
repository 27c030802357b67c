import type { Clock } from '../base/clock.js';
import { StoreCorruptError } from '../base/errors.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import type { Store, StoredPair } from '../storage/store.js';
import { update } from '../storage/update.js';
import type { ClaimKeys } from './claim-keys.js';
import type { PolicyStore } from './policy.js';
import { type ClaimRecord, parseRecord } from './record.js';
import { assertSecret } from './secret-guard.js';
import { claimKey, secretKey } from './store-keys.js';

/** Reads and changes single records while the secret is current. Rejects with the store's errors. */
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

	async readWith(
		hash: string,
		keys: readonly string[],
	): Promise<{ readonly record: ClaimRecord | undefined; readonly rows: readonly unknown[] }> {
		// In one query, so that the secret is current whenever a claim is read.
		const [secret, record, ...rows] = await this.#store.getMany([secretKey, claimKey(hash), ...keys]);
		assertSecret(secret, this.#keys.check);
		const parsed = parseRecord(hash, record);
		// Decryption fails for a record copied under another hash, which would otherwise mark an unclaimed code as claimed.
		if (parsed !== undefined) this.#keys.open(hash, parsed.sealed);
		return { record: parsed, rows };
	}

	/**
	 * Swaps a record for the result of `change`; resolves to that result, or to undefined if there is no such record.
	 * `change` may run several times; if it returns the same record, nothing is written.
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
	/** Reports a claim or a list that is skipped because it can't be read. */
	damaged(key: string): void;
}

export class ClaimClock {
	readonly #clock: Pick<Clock, 'now'>;
	readonly #guard: Pick<ClockGuard, 'isTrusted'> | undefined;

	/** @param guard default: the clock is trusted */
	constructor(clock: Pick<Clock, 'now'>, guard?: Pick<ClockGuard, 'isTrusted'>) {
		this.#clock = clock;
		this.#guard = guard;
	}

	/** Milliseconds since the epoch. */
	now(): number {
		return this.#clock.now();
	}

	/** The time used to decide which reserved seats have expired. While the clock is not trusted, none have. */
	seatsAt(): number {
		return this.#guard?.isTrusted() === false ? Number.NEGATIVE_INFINITY : this.now();
	}
}

/** Dependencies shared by everything that changes claims. */
export interface ClaimParts {
	readonly store: Store;
	readonly records: ClaimRecords;
	readonly keys: ClaimKeys;
	readonly policy: PolicyStore;
	readonly clock: ClaimClock;
}

/**
 * What the bot keeps, as keys with JSON values, durable when a call has returned. Rows are in Keyv's own format, so
 * that `keyv.get` reads what this wrote. What is asked at the same time is put together into one statement. Every
 * method rejects with StoreUnavailableError where the back end fails or does not answer in time: an error never looks
 * like "absent". A rejected write may still have happened; read it with `get`. Keys are 1 to 200 printable ASCII
 * characters.
 */
export interface Store {
	/** The value under `key`, or undefined where there is none. Rejects with StoreCorruptError on an unreadable row. */
	get(key: string): Promise<unknown>;

	/** The values under `keys`, in their order, undefined where there is none. */
	getMany(keys: readonly string[]): Promise<unknown[]>;

	/**
	 * Atomically, even across processes: if the value under `key` is `expected` (undefined: absent), it becomes
	 * `next` (undefined: removed). `expected` is a value as `get` gave it, unchanged: it is compared in stored form.
	 * Resolves to whether it was written.
	 */
	compareAndSet(key: string, expected: unknown, next: unknown): Promise<boolean>;

	/**
	 * Every pair whose key starts with `prefix` (empty: every pair), in pages behind the scenes; a row that changes
	 * meanwhile may come in either form. An unreadable row is yielded with `corrupt: true` and does not end the scan.
	 * With `after` the keys come in ASCII order, those up to it left out, where the back end has an order: Redis has
	 * none, and begins anew.
	 */
	list(prefix: string, after?: string): AsyncIterable<StoredPair>;

	/**
	 * Gives the row under `key` the store's own spelling where it means the same in another one, as after an edit by
	 * hand: `compareAndSet` compares spellings and could never match it. Atomic; what somebody else writes meanwhile stays.
	 */
	respell(key: string): Promise<void>;

	/** Overwrites unconditionally. Only for repairing a damaged row, which `compareAndSet` can't match. */
	overwrite(key: string, next: unknown): Promise<void>;

	/** Proves that the store answers and takes writes. */
	ping(): Promise<void>;

	close(): Promise<void>;
}

export type StoredPair =
	| { readonly key: string; readonly value: unknown; readonly corrupt?: false }
	| { readonly key: string; readonly corrupt: true };

/** How a back end reports what an operator should know but isn't fatal. Neither part contains a secret. */
export type StoreWarning = (message: string, fields: Readonly<Record<string, unknown>>) => void;

/**
 * The bot's data: keys with JSON values, durable once a call has returned. Rows are in Keyv's format, so that
 * `keyv.get` reads them. Concurrent operations are combined into one statement. Every method rejects with
 * StoreUnavailableError if the back end fails or times out: an error never looks like "absent". A rejected write may
 * still have happened; check with `get`. Keys are 1 to 200 printable ASCII characters.
 */
export interface Store {
	/** The value under `key`, or undefined if there is none. Rejects with StoreCorruptError on an unreadable row. */
	get(key: string): Promise<unknown>;

	/** The values under `keys`, in the same order, undefined for absent ones. */
	getMany(keys: readonly string[]): Promise<unknown[]>;

	/**
	 * Atomically, even across processes: if the value under `key` is `expected` (absent if undefined), it becomes
	 * `next` (removed if undefined). Pass `expected` unchanged from `get`: it is compared in stored form. Resolves to
	 * true if it was written.
	 */
	compareAndSet(key: string, expected: unknown, next: unknown): Promise<boolean>;

	/**
	 * Yields every pair whose key starts with `prefix` (empty: every pair), fetched in pages; a row that changes
	 * meanwhile may come in either form. An unreadable row is yielded with `corrupt: true` and doesn't end the scan.
	 * `after` yields keys in ASCII order, starting after that key, if the back end is ordered: Redis is not, and starts
	 * from the beginning.
	 */
	list(prefix: string, after?: string): AsyncIterable<StoredPair>;

	/**
	 * Rewrites the row under `key` in the store's own serialization if it is equivalent but differs, as after an edit
	 * by hand: `compareAndSet` compares the serialized form and could never match it. Atomic; concurrent writes are
	 * kept.
	 */
	normalize(key: string): Promise<void>;

	/** Overwrites unconditionally. Only for repairing a damaged row, which `compareAndSet` can't match. */
	overwrite(key: string, next: unknown): Promise<void>;

	/** Checks that the store responds and accepts writes. */
	ping(): Promise<void>;

	close(): Promise<void>;
}

export type StoredPair =
	| { readonly key: string; readonly value: unknown; readonly corrupt?: false }
	| { readonly key: string; readonly corrupt: true };

/** Called by a back end for problems that aren't fatal but concern the operator. Neither argument contains a secret. */
export type StoreWarning = (message: string, fields: Readonly<Record<string, unknown>>) => void;

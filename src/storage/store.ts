/**
 * The bot's data: keys with JSON values, durable once a call has returned. Rows are in Keyv's format, so that
 * `keyv.get` reads them. Concurrent operations are combined into one statement. Every method rejects with
 * StoreUnavailableError if the back end fails or times out: an error never looks like "absent". A rejected write may
 * still have happened. Keys are 1 to 200 printable ASCII characters.
 */
export interface Store extends Rows {
	/**
	 * Changes several rows together or none, also across processes. Commits what `work` has put and removed if each row
	 * that it read or wrote is as it was read; otherwise runs it again. So it must have no side effects, may see rows from
	 * different moments, and counts only if this resolves. If it changes nothing, nothing is compared. It changes at most
	 * 100 rows, and reads 200; more is a RangeError. After StoreUnavailableError the commit may have happened, or may
	 * still happen, so a repetition has to recognize its own success.
	 */
	transact<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;

	/** The most rows that a transaction of a migration changes. */
	readonly maxRows: number;

	/**
	 * Yields every pair whose key starts with `prefix`, in ASCII order and in pages; a row that changes meanwhile may come
	 * in either form. An unreadable row is yielded with `corrupt: true` and doesn't end the scan.
	 */
	list(prefix: string): AsyncIterable<StoredPair>;

	/** Finds rows that a version without transactions has written since the store was opened, which `list` may lack. */
	refreshIndex(): Promise<void>;

	/** Checks that the store responds and accepts writes. */
	ping(): Promise<void>;

	close(): Promise<void>;
}

/** For migrations, and for rows that are usually as expected. */
export interface TransactionOptions {
	/** Maximum number of rows that are changed, up to the store's. Default: 100. */
	readonly maxRows?: number;
	/** Pairs that `list` has yielded, which count as read: only if the commit finds other rows they are read again. */
	readonly listed?: readonly StoredPair[];
	/** Presumed values of rows, undefined for absent ones. They count as read in the same way. */
	readonly presumed?: readonly (readonly [key: string, value: unknown])[];
	/** The values that it puts were parsed by their schemas. */
	readonly isParsed?: boolean;
}

/** Rows to read, of the store or of a transaction. */
export interface Rows {
	/** The value under `key`, or undefined if there is none. Rejects with StoreCorruptError on an unreadable row. */
	get(key: string): Promise<unknown>;

	/** The values under `keys`, in the same order, undefined for absent ones. */
	getMany(keys: readonly string[]): Promise<unknown[]>;
}

/** Sees its own changes. What it writes, it needn't have read: an unreadable row can be put or removed. */
export interface Transaction extends Rows {
	put(key: string, value: unknown): void;
	remove(key: string): void;
}

export type StoredPair =
	/** `text`: the row as it is stored, if a list has yielded it. */
	| { readonly key: string; readonly value: unknown; readonly text?: string; readonly corrupt?: false }
	| { readonly key: string; readonly value?: undefined; readonly text?: undefined; readonly corrupt: true };

/** Called by a back end for problems that aren't fatal but concern the operator. Neither argument contains a secret. */
export type StoreWarning = (message: string, fields: Readonly<Record<string, unknown>>) => void;

import { randomBytes } from 'node:crypto';
import { Keyv, type KeyvStoreAdapter } from 'keyv';
import { AppError, StoreCorruptError, StoreUnavailableError } from '../base/errors.js';
import type { Durations } from '../base/measures.js';
import type { DependencyStates } from '../operate/dependency-states.js';
import { batches, type JobKeys, withTimeout } from './batches.js';
import { decodeRow, encodeRow, endOfPrefix } from './keyv-rows.js';
import type { Store, StoredPair, Transaction, TransactionOptions } from './store.js';
import { type Kind, kindOf } from './table.js';
import { type RowStep, transact as runTransaction, type TransactionRows } from './transaction.js';

/** A row in the back end: the full key, prefix included, and the serialized value. */
interface RawRow {
	readonly key: string;
	readonly value: unknown;
}

/** A Keyv adapter and the operations that Keyv lacks. */
export interface Backend {
	/** For error messages: `SQLite`, `PostgreSQL`, `Redis`. */
	readonly name: string;
	readonly adapter: KeyvStoreAdapter;
	/** Milliseconds after which a pending call counts as failed. */
	readonly deadlineMs: number;
	/** Maximum concurrent read batches, and likewise write batches. Further operations are combined meanwhile. */
	readonly maxInFlight: number;
	/** See `Store.maxRows`: the call of `commit` has to end within the deadline. */
	readonly maxRows: number;
	/** Reads existing rows in one consistent snapshot, in no particular order. Keys are unique. */
	read(keys: readonly string[]): Promise<readonly RawRow[]>;
	/**
	 * Commits transactions together, each only if all its rows are as expected. None writes a key that another one reads
	 * or writes; keys of one are unique. If it rejects, each may have been made or not, or may still be.
	 * @returns true for each that was made
	 */
	commit(transactions: readonly (readonly RowStep[])[]): Promise<readonly boolean[]>;
	/** The first rows from or after a key and before `end`, in the order of keys; without a value if removed. */
	page(
		from: { readonly isAfter: boolean; readonly key: string },
		end: string,
		limit: number,
	): Promise<readonly RawRow[]>;
	/** See `Store.refreshIndex`. Only for a back end whose index is not its own. */
	refreshIndex?(): Promise<void>;
	/** Throws an AppError if calls would no longer reach the database that was opened, or it can't be used any more. */
	assertUsable?(): void;
	/** Called with each error of a call; may reset the connection. Returns the error that names the cause. */
	explain?(error: unknown): unknown;
	close(): Promise<void>;
}

/** Keyv's namespace: one for the whole store, since two Keyv instances on one adapter would both use the last one's. */
export const defaultNamespace = 'claimcheck';
/** Both SQL back ends keep keys in a VARCHAR(255). */
const keyPattern = /^[\x21-\x7e]{1,200}$/;
/** Maximum keys per read, and rows of commits that share a statement: it stays small, and blocks others only briefly. */
const maxRows = 200;
/** Rows that a list reads together. */
const pageSize = 500;

export interface KeyvStoreOptions {
	readonly namespace?: string | undefined;
	/** Kinds whose rows must match their schemas before they are written. */
	readonly checked?: readonly Kind<object>[] | undefined;
	/** Observers of each read and write. */
	readonly calls?:
		| { readonly states: Pick<DependencyStates, 'failed' | 'worked'>; readonly durations: Durations }
		| undefined;
}

/** A Store over Keyv and its back end. Rows are in Keyv's format; frequent operations bypass Keyv. */
export function keyvStore(backend: Backend, options: KeyvStoreOptions = {}): Store {
	const { namespace = defaultNamespace, checked = [], calls } = options;
	const { maxInFlight, deadlineMs } = backend;
	const keyv = openKeyv(backend.adapter);
	const reads = batches({
		run: (jobs: readonly (readonly string[])[]) => readRows(backend, jobs),
		maxSize: maxRows,
		maxInFlight,
		deadlineMs,
	});
	const commits = batches({
		run: (jobs: readonly (readonly RowStep[])[]) => backend.commit(jobs),
		maxSize: maxRows,
		keysOf: keysOfSteps,
		decided: (done, areMade) => refuseStale(done.filter((_, index) => areMade[index])),
		maxInFlight,
		deadlineMs,
	});
	const transactionRows: TransactionRows = {
		read,
		commit,
		encode(key, value, id, isParsed) {
			const cause = isParsed ? undefined : kindOf(checked, key)?.schema.safeParse(value).error;
			if (cause !== undefined)
				throw new StoreCorruptError(`The row ${key} would be unreadable, so it is not written`, { cause });
			return encodeRow(value, id);
		},
		decode: decodeRow,
	};
	/** Distinguishes this process' transactions from all others. */
	const ids = randomBytes(6).toString('base64url');
	let transactions = 0;
	/** Transactions that haven't ended. */
	const open = new Set<Promise<unknown>>();
	let closing: Promise<void> | undefined;
	let isClosed = false;

	async function get(key: string): Promise<unknown> {
		return (await getMany([key]))[0];
	}

	async function getMany(keys: readonly string[]): Promise<unknown[]> {
		const texts = await read(keys);
		return keys.map((key) => {
			const text = texts.get(key);
			return text === undefined ? undefined : decodeRow(text);
		});
	}

	async function transact<Result>(
		work: (tx: Transaction) => Promise<Result>,
		options?: TransactionOptions,
	): Promise<Result> {
		if (closing !== undefined) throw new StoreUnavailableError('The database is closed');
		const newId = () => {
			transactions += 1;
			return `${ids}${transactions.toString(36)}`;
		};
		const running = runTransaction(transactionRows, work, newId, options);
		open.add(running);
		try {
			return await running;
		} finally {
			open.delete(running);
		}
	}

	async function* list(prefix: string): AsyncGenerator<StoredPair, void> {
		const first = prefix === '' ? `${namespace}:` : rowKey(prefix);
		const end = endOfPrefix(first);
		let from = { isAfter: false, key: first };
		for (;;) {
			const reading = () => withTimeout(deadlineMs, backend.page(from, end, pageSize));
			const page = await observe('reads', reading);
			for (const row of page) {
				if (row.value === undefined) continue;
				const key = row.key.slice(namespace.length + 1);
				try {
					yield { key, value: decodeRow(row.value), text: String(row.value) };
				} catch {
					yield { key, corrupt: true };
				}
			}
			const last = page.at(-1);
			if (last === undefined || page.length < pageSize) return;
			from = { isAfter: true, key: last.key };
		}
	}

	async function refreshIndex(): Promise<void> {
		await observe('reads', async () => await backend.refreshIndex?.());
	}

	async function ping(): Promise<void> {
		// A new value each time, since SQLite skips pages that don't change, and larger than what its log may have left.
		const value = randomBytes(16_384).toString('base64url');
		await observe('writes', async () => {
			const isPut = await withTimeout(deadlineMs, keyv.set(rowKey('meta:ping'), value));
			if (!isPut) throw new StoreUnavailableError(`${backend.name} did not take a write`);
		});
	}

	async function close(): Promise<void> {
		closing ??= finish();
		await closing;
	}

	async function finish(): Promise<void> {
		await withTimeout(deadlineMs, Promise.allSettled(open)).catch(() => {});
		isClosed = true;
		await Promise.all([reads.settled(), commits.settled()]);
		try {
			await withTimeout(deadlineMs, backend.close());
		} catch (error) {
			throw ownError(backend, error);
		}
	}

	/** The texts of existing rows. */
	async function read(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
		const texts = new Map<string, string>();
		for (let start = 0; start < keys.length; start += maxRows) {
			const some = keys.slice(start, start + maxRows);
			const rows = await observe('reads', () => reads.add(some.map(rowKey)));
			for (const key of some) {
				const text = rows.get(rowKey(key));
				if (text !== undefined) texts.set(key, String(text));
			}
		}
		return texts;
	}

	async function commit(steps: readonly RowStep[]): Promise<boolean> {
		const own = steps.map((step) => ({ ...step, key: rowKey(step.key) }));
		const committed = async (): Promise<boolean> => {
			try {
				return await commits.add(own);
			} catch (error) {
				// The response may be what was lost, not the commit.
				if (await hasLanded(own)) return true;
				throw error;
			}
		};
		// A commit that found other values wrote nothing, and so doesn't prove that writes work.
		return await observe('writes', committed, (isMade) => isMade);
	}

	/** True if the row that carries the transaction's id is stored; false if not, not any more, or it can't be read. */
	async function hasLanded(steps: readonly RowStep[]): Promise<boolean> {
		const marked = steps.find((step) => step.act === 'put');
		if (marked?.act !== 'put') return false;
		const reading = reads.add([marked.key]).catch(() => undefined);
		return (await reading)?.get(marked.key) === marked.next;
	}

	/** `isProof`: decides if a result shows that the part works. */
	async function observe<T>(
		part: 'reads' | 'writes',
		operation: () => Promise<T>,
		isProof: (result: T) => boolean = () => true,
	): Promise<T> {
		const startedAt = performance.now();
		try {
			// A closed adapter could reopen: @keyv/redis would connect again.
			if (isClosed) throw new StoreUnavailableError('The database is closed');
			backend.assertUsable?.();
			const result = await operation();
			if (isProof(result)) calls?.states.worked('database', part, startedAt);
			return result;
		} catch (thrown) {
			const error = ownError(backend, thrown);
			// A store that is being closed rejects too, and a damaged row says nothing about the store.
			if (closing === undefined && error instanceof StoreUnavailableError)
				calls?.states.failed('database', part, error, startedAt);
			throw error;
		} finally {
			calls?.durations.observe(performance.now() - startedAt);
		}
	}

	function rowKey(key: string): string {
		return `${namespace}:${checkedKey(key)}`;
	}

	return { get, getMany, transact, maxRows: backend.maxRows, list, refreshIndex, ping, close };
}

/**
 * A Keyv that gets keys with their prefix, in the form that a Keyv with this namespace reads. Its own prefixing differs
 * between adapters and skips keys that already look prefixed.
 */
function openKeyv(store: KeyvStoreAdapter): Keyv {
	// By default Keyv swallows errors.
	const keyv = new Keyv({ store, useKeyPrefix: false, throwOnErrors: true });
	// The default `keyv` would be prepended to each key by @keyv/redis, despite useKeyPrefix.
	keyv.namespace = undefined;
	return keyv;
}

/** All jobs share one read. */
async function readRows(
	backend: Backend,
	jobs: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, unknown>[]> {
	const rows = await backend.read([...new Set(jobs.flat())]);
	const byKey = new Map(rows.map((row) => [row.key, row.value]));
	return jobs.map(() => byKey);
}

/**
 * Decides for waiting transactions: one that expects another value than these have written isn't made. Otherwise each
 * of many that want one row would need a statement to see that it came too late, again after each that succeeds.
 */
function refuseStale(made: readonly (readonly RowStep[])[]) {
	const written = new Map<string, string | undefined>();
	for (const step of made.flat())
		if (step.act !== 'check') written.set(step.key, step.act === 'put' ? step.next : undefined);
	return (waiting: readonly RowStep[]): false | undefined => {
		const isStale = waiting.some(({ key, expected }) => written.has(key) && written.get(key) !== expected);
		return isStale ? false : undefined;
	};
}

function keysOfSteps(steps: readonly RowStep[]): JobKeys {
	const keysOf = (some: readonly RowStep[]) => some.map(({ key }) => key);
	return {
		writes: keysOf(steps.filter(({ act }) => act !== 'check')),
		reads: keysOf(steps.filter(({ act }) => act === 'check')),
	};
}

function checkedKey(key: string): string {
	if (!keyPattern.test(key)) throw new RangeError('A key has 1 to 200 printable ASCII characters');
	return key;
}

/** The only place where drivers' errors are translated: after any of them the stored state is unknown. */
function ownError(backend: Backend, error: unknown): Error {
	if (error instanceof AppError || error instanceof RangeError) return error;
	const cause = backend.explain?.(error) ?? error;
	return new StoreUnavailableError(`${backend.name} did not answer as it should`, { cause });
}

import { Keyv, type KeyvStoreAdapter } from 'keyv';
import { AppError, StoreCorruptError, StoreUnavailableError } from '../base/errors.js';
import type { StoreCalls } from '../dependencies/store-calls.js';
import { Batches } from './batches.js';
import { assertReadable, type RowSchemas } from './row-schemas.js';
import type { Store } from './store.js';
import { withTimeout } from './with-timeout.js';

/** A row as the back end holds it: the whole key, prefix included, and the serialized value. */
export interface RawRow {
	readonly key: string;
	readonly value: unknown;
}

/** A row that is to become `next` (undefined: removed) if it is `expected` (undefined: absent). Not both undefined. */
export interface RowChange {
	readonly key: string;
	readonly expected: string | undefined;
	readonly next: string | undefined;
}

/** What each back end adds to its Keyv adapter. */
export interface Backend {
	/** For error messages: `SQLite`, `PostgreSQL`, `Redis`. */
	readonly name: string;
	readonly adapter: KeyvStoreAdapter;
	/** Milliseconds after which a call that has not answered counts as failed. */
	readonly deadlineMs: number;
	/** How many reads may be under way at once, and as many writes: more are put together meanwhile. */
	readonly atOnce: number;
	/** Those of the rows that are there, as they all are at one moment, in no order. No key comes twice. */
	read(keys: readonly string[]): Promise<readonly RawRow[]>;
	/** Makes each change whose row is as expected, each by itself. No key comes twice. The keys of those that were made. */
	write(changes: readonly RowChange[]): Promise<readonly string[]>;
	/** The rows whose key starts with `prefix`, page by page, no row twice; those up to `after` left out, if in order. */
	pages(prefix: string, after?: string): AsyncIterator<readonly RawRow[], undefined>;
	/** Throws StoreUnavailableError if calls would no longer reach the database that was opened. */
	assertUsable?(): void;
	close(): Promise<void>;
}

/** Keyv's namespace: one for the whole store, since two Keyv on one adapter would both use the last one's. */
const defaultNamespace = 'claimcheck';
/** Both SQL back ends keep keys in a VARCHAR(255). */
const keyPattern = /^[\x21-\x7e]{1,200}$/;
/** Keys in one read, and rows in one write: a statement stays small, and holds up nobody for long. */
const mostRead = 200;
const mostWritten = 50;

/** How long reads wait for each other, and writes, while many people are served: see docs/adr/0032. */
const crowdedMs = 20;

export interface KeyvStoreOptions {
	/** The beginning of each key. */
	readonly namespace?: string | undefined;
	/** Whether many people are served at present. Default: never. */
	readonly isCrowded?: (() => boolean) | undefined;
	/** What every row must fit before it is written. Default: anything is written. */
	readonly schemas?: RowSchemas | undefined;
	/** Follows every read and write. */
	readonly calls?: Pick<StoreCalls, 'begin' | 'worked' | 'failed'> | undefined;
}

/** A Store over Keyv and what its back end adds. Rows are Keyv's own; what is asked often doesn't go through Keyv. */
export function createKeyvStore(backend: Backend, options: KeyvStoreOptions = {}): Store {
	const { namespace = defaultNamespace, isCrowded = () => false, schemas, calls } = options;
	const rowKey = (key: string): string => `${namespace}:${checkedKey(key)}`;
	const keyv = openKeyv(backend.adapter);
	const encode = (value: unknown): string => inOneGo(keyv.serialize?.({ value }));
	let closing: Promise<void> | undefined;
	const { atOnce, deadlineMs } = backend;
	const gatherMs = () => (isCrowded() ? crowdedMs : 0);
	const reads = new Batches<readonly string[], ReadonlyMap<string, unknown>>({
		run: async (jobs) => {
			const rows = await backend.read([...new Set(jobs.flat())]);
			const byKey = new Map(rows.map((row) => [row.key, row.value]));
			return jobs.map(() => byKey);
		},
		most: mostRead,
		sizeOf: (keys) => keys.length,
		atOnce,
		gatherMs,
		deadlineMs,
	});
	const writes = new Batches<RowChange, boolean>({
		run: async (changes) => {
			const made = new Set(await backend.write(changes));
			return changes.map(({ key }) => made.has(key));
		},
		most: mostWritten,
		sizeOf: () => 1,
		keyOf: ({ key }) => key,
		atOnce,
		gatherMs,
		deadlineMs,
	});
	const decode = (row: unknown): unknown =>
		row === undefined ? undefined : unwrap(inOneGo(keyv.deserialize?.(String(row))));

	/** `isProof`: whether a result shows that the part works. */
	async function run<T>(
		part: 'reads' | 'writes',
		operation: () => Promise<T>,
		isProof: (result: T) => boolean = () => true,
	): Promise<T> {
		const call = calls?.begin(part);
		try {
			// A closed adapter is not closed for good: @keyv/redis would connect again.
			if (closing !== undefined) throw new StoreUnavailableError('The store is closed');
			backend.assertUsable?.();
			const result = await operation();
			if (call !== undefined) calls?.worked(call, isProof(result));
			return result;
		} catch (thrown) {
			const error = ownError(backend, thrown);
			// A store that is being closed rejects too.
			if (call !== undefined && closing === undefined) calls?.failed(call, error);
			throw error;
		}
	}

	async function put(key: string, value: unknown): Promise<void> {
		const row = rowKey(key);
		await run('writes', async () => {
			const isPut = await withTimeout(backend.deadlineMs, keyv.set(row, value));
			if (!isPut) throw new StoreUnavailableError(`${backend.name} did not take a write`);
		});
	}

	return {
		async get(key) {
			const row = rowKey(key);
			return await run('reads', async () => decode((await reads.add([row])).get(row)));
		},

		async getMany(keys) {
			const values: unknown[] = [];
			for (let start = 0; start < keys.length; start += mostRead) {
				const some = keys.slice(start, start + mostRead).map(rowKey);
				const read = await run('reads', async () => {
					const rows = await reads.add(some);
					return some.map((row) => decode(rows.get(row)));
				});
				values.push(...read);
			}
			return values;
		},

		async compareAndSet(key, expected, next) {
			const row = rowKey(key);
			if (schemas !== undefined) assertReadable(schemas, key, next);
			if (expected === undefined && next === undefined) return (await this.get(key)) === undefined;
			const spelled = (value: unknown) => (value === undefined ? undefined : encode(value));
			const change = { key: row, expected: spelled(expected), next: spelled(next) };
			// One that found another value wrote nothing, and proves nothing.
			return await run(
				'writes',
				() => writes.add(change),
				(isWritten) => isWritten,
			);
		},

		async *list(prefix, after) {
			const pages = backend.pages(
				prefix === '' ? `${namespace}:` : rowKey(prefix),
				after === undefined ? undefined : rowKey(after),
			);
			for (;;) {
				const page = await run('reads', () => withTimeout(backend.deadlineMs, pages.next()));
				if (page.done) return;
				for (const row of page.value) {
					const key = row.key.slice(namespace.length + 1);
					try {
						yield { key, value: decode(row.value) };
					} catch {
						yield { key, corrupt: true };
					}
				}
			}
		},

		async respell(key) {
			const row = rowKey(key);
			await run('writes', async () => {
				const text: unknown = await withTimeout(backend.deadlineMs, backend.adapter.get(row));
				if (typeof text !== 'string') return;
				const spelled = encode(decode(text));
				if (spelled !== text) await writes.add({ key: row, expected: text, next: spelled });
			});
		},

		async overwrite(key, next) {
			if (schemas !== undefined) assertReadable(schemas, key, next);
			await put(key, next);
		},

		async ping() {
			// Writing the same value is still a write, and needs no clock.
			await put('meta:ping', true);
		},

		async close() {
			closing ??= Promise.all([reads.settled(), writes.settled()])
				.then(() => withTimeout(backend.deadlineMs, backend.close()))
				.catch((error: unknown) => {
					throw ownError(backend, error);
				});
			await closing;
		},
	};
}

/**
 * Keys are given to Keyv as they are stored: the prefix is written by `rowKey`, once for every back end, in the form
 * that a Keyv with this namespace reads. Keyv's own prefixing differs between adapters and skips keys that already
 * look prefixed.
 */
function openKeyv(adapter: KeyvStoreAdapter): Keyv {
	// By default Keyv swallows errors, and a broken disk reads as "there is nothing".
	const keyv = new Keyv({ store: adapter, useKeyPrefix: false, throwOnErrors: true });
	// By default it is `keyv`, and @keyv/redis puts it in front of each key, whatever useKeyPrefix says.
	keyv.namespace = undefined;
	// Every error reaches the caller; without a listener the emitted copy would end the process.
	keyv.on('error', () => {});
	const parse = keyv.deserialize;
	keyv.deserialize = <Value>(row: string) => {
		try {
			const parsed = parse?.<Value>(row);
			unwrap(parsed ?? null);
			return parsed;
		} catch (cause) {
			if (cause instanceof AppError) throw cause;
			throw new StoreCorruptError('A stored row is not readable', { cause: withoutText(cause) });
		}
	};
	return keyv;
}

/** Keyv's own format is made at once; the type is for those of others, which may take their time. */
function inOneGo<Value>(made: Value | Promise<Value> | undefined): Value {
	if (made === undefined || made instanceof Promise)
		throw new TypeError('Keyv has another format than its own');
	return made;
}

/** The JSON parser quotes the row in its message; only the kind of error is kept. */
function withoutText(cause: unknown): Error {
	return new Error(cause instanceof Error ? cause.name : typeof cause);
}

/** Keyv reads a row of another shape, such as `{}`, as absent. It is damage, and must never look like "unclaimed". */
function unwrap(row: unknown): unknown {
	if (row === undefined) return undefined;
	if (typeof row === 'object' && row !== null && Object.hasOwn(row, 'value')) {
		return (row as { value: unknown }).value;
	}
	throw new StoreCorruptError('A stored row does not have the shape of a row');
}

function checkedKey(key: string): string {
	if (!keyPattern.test(key)) throw new RangeError('A key has 1 to 200 printable ASCII characters');
	return key;
}

/** The one place where a driver's errors become ours: after any of them the stored state is unknown. */
function ownError({ name }: Backend, error: unknown): Error {
	if (error instanceof AppError || error instanceof RangeError) return error;
	return new StoreUnavailableError(`${name} did not answer as it should`, { cause: error });
}

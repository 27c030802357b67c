import type { Keyv, KeyvStoreAdapter } from 'keyv';
import type { z } from 'zod';
import { AppError, StoreCorruptError, StoreUnavailableError } from '../base/errors.js';
import type { StoreCalls } from '../dependencies/store-calls.js';
import { Batches } from './batches.js';
import { decodeRow, encodeRow, openKeyv } from './keyv-rows.js';
import type { Store, StoredPair } from './store.js';

/** A row in the back end: the full key, prefix included, and the serialized value. */
export interface RawRow {
	readonly key: string;
	readonly value: unknown;
}

/** Changes a row from `expected` (absent if undefined) to `next` (removed if undefined). At most one is undefined. */
export interface RowChange {
	readonly key: string;
	readonly expected: string | undefined;
	readonly next: string | undefined;
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
	/** Reads existing rows in one consistent snapshot, in no particular order. Keys are unique. */
	read(keys: readonly string[]): Promise<readonly RawRow[]>;
	/** Makes each change whose row is as expected. Keys are unique. Resolves to the changed keys. */
	write(changes: readonly RowChange[]): Promise<readonly string[]>;
	/** Rows whose key starts with `prefix`, in pages, without duplicates. Ordered back ends skip keys up to `after`. */
	pages(prefix: string, after?: string): AsyncIterator<readonly RawRow[], undefined>;
	/** Throws an AppError if calls would no longer reach the database that was opened, or it can't be used any more. */
	assertUsable?(): void;
	/** Called with each error of a call; may reset the connection. Returns the error that names the cause. */
	explain?(error: unknown): unknown;
	close(): Promise<void>;
}

/**
 * Keyv's namespace: one for the whole store because two Keyv instances on one adapter would both use the last one's.
 */
export const defaultNamespace = 'claimcheck';
/** Both SQL back ends keep keys in a VARCHAR(255). */
const keyPattern = /^[\x21-\x7e]{1,200}$/;
/** Maximum keys per read and rows per write: statements stay small, and block other operations only briefly. */
const maxRowsRead = 200;
const maxRowsWritten = 50;

/** From this many interactions in flight on, reads and writes wait for others to join them: see docs/adr/0032. */
const busyThreshold = 3;
const gatherMs = 20;

export interface KeyvStoreOptions {
	readonly namespace?: string | undefined;
	/** Interactions in flight. Default: none. */
	readonly inFlight?: { readonly size: number } | undefined;
	/** Schemas that rows must match before they are written. Default: no check. */
	readonly schemas?: RowSchemas | undefined;
	readonly calls?: Pick<StoreCalls, 'begin' | 'worked' | 'failed'> | undefined;
}

/** A Store over Keyv and its back end. Rows are in Keyv's format; frequent operations bypass Keyv. */
export class KeyvStore implements Store {
	readonly #backend: Backend;
	readonly #namespace: string;
	readonly #schemas: RowSchemas | undefined;
	readonly #calls: KeyvStoreOptions['calls'];
	readonly #keyv: Keyv;
	readonly #reads: Batches<readonly string[], ReadonlyMap<string, unknown>>;
	readonly #writes: Batches<RowChange, boolean>;
	#closing: Promise<void> | undefined;

	constructor(backend: Backend, options: KeyvStoreOptions = {}) {
		const { namespace = defaultNamespace, inFlight, schemas, calls } = options;
		this.#backend = backend;
		this.#namespace = namespace;
		this.#schemas = schemas;
		this.#calls = calls;
		this.#keyv = openKeyv(backend.adapter);
		const { maxInFlight, deadlineMs } = backend;
		const waitMs = () => (inFlight !== undefined && inFlight.size >= busyThreshold ? gatherMs : 0);
		this.#reads = new Batches({
			run: (jobs) => readRows(backend, jobs),
			maxSize: maxRowsRead,
			sizeOf: (keys) => keys.length,
			maxInFlight,
			gatherMs: waitMs,
			deadlineMs,
		});
		this.#writes = new Batches({
			run: (changes) => writeRows(backend, changes),
			maxSize: maxRowsWritten,
			sizeOf: () => 1,
			keyOf: ({ key }) => key,
			maxInFlight,
			gatherMs: waitMs,
			deadlineMs,
		});
	}

	async get(key: string): Promise<unknown> {
		const row = this.rowKey(key);
		return await this.run('reads', async () => this.decode((await this.#reads.add([row])).get(row)));
	}

	async getMany(keys: readonly string[]): Promise<unknown[]> {
		const values: unknown[] = [];
		for (let start = 0; start < keys.length; start += maxRowsRead) {
			const some = keys.slice(start, start + maxRowsRead).map((key) => this.rowKey(key));
			const read = await this.run('reads', async () => {
				const rows = await this.#reads.add(some);
				return some.map((row) => this.decode(rows.get(row)));
			});
			values.push(...read);
		}
		return values;
	}

	async compareAndSet(key: string, expected: unknown, next: unknown): Promise<boolean> {
		const row = this.rowKey(key);
		if (this.#schemas !== undefined) assertReadable(this.#schemas, key, next);
		if (expected === undefined && next === undefined) return (await this.get(key)) === undefined;
		const change = { key: row, expected: this.serialized(expected), next: this.serialized(next) };
		// A swap that found another value wrote nothing, and so doesn't prove that writes work.
		return await this.run(
			'writes',
			() => this.#writes.add(change),
			(isWritten) => isWritten,
		);
	}

	async *list(prefix: string, after?: string): AsyncGenerator<StoredPair, void> {
		const pages = this.#backend.pages(
			prefix === '' ? `${this.#namespace}:` : this.rowKey(prefix),
			after === undefined ? undefined : this.rowKey(after),
		);
		for (;;) {
			const page = await this.run('reads', () => withTimeout(this.#backend.deadlineMs, pages.next()));
			if (page.done) return;
			for (const row of page.value) {
				const key = row.key.slice(this.#namespace.length + 1);
				try {
					yield { key, value: this.decode(row.value) };
				} catch {
					yield { key, corrupt: true };
				}
			}
		}
	}

	async normalize(key: string): Promise<void> {
		const row = this.rowKey(key);
		const { adapter, deadlineMs } = this.#backend;
		await this.run('writes', async () => {
			const text: unknown = await withTimeout(deadlineMs, adapter.get(row));
			if (typeof text !== 'string') return;
			const next = encodeRow(this.#keyv, this.decode(text));
			if (next !== text) await this.#writes.add({ key: row, expected: text, next });
		});
	}

	async overwrite(key: string, next: unknown): Promise<void> {
		if (this.#schemas !== undefined) assertReadable(this.#schemas, key, next);
		await this.put(key, next);
	}

	async ping(): Promise<void> {
		// Writing the same value is still a write, and needs no clock.
		await this.put('meta:ping', true);
	}

	async close(): Promise<void> {
		this.#closing ??= Promise.all([this.#reads.settled(), this.#writes.settled()])
			.then(() => withTimeout(this.#backend.deadlineMs, this.#backend.close()))
			.catch((error: unknown) => {
				throw ownError(this.#backend, error);
			});
		await this.#closing;
	}

	/** `isProof`: decides if a result shows that the part works. */
	private async run<T>(
		part: 'reads' | 'writes',
		operation: () => Promise<T>,
		isProof: (result: T) => boolean = () => true,
	): Promise<T> {
		const call = this.#calls?.begin(part);
		try {
			// A closed adapter could reopen: @keyv/redis would connect again.
			if (this.#closing !== undefined) throw new StoreUnavailableError('The database is closed');
			this.#backend.assertUsable?.();
			const result = await operation();
			if (call !== undefined) this.#calls?.worked(call, isProof(result));
			return result;
		} catch (thrown) {
			const error = ownError(this.#backend, thrown);
			// A store that is being closed rejects too.
			if (call !== undefined && this.#closing === undefined) this.#calls?.failed(call, error);
			throw error;
		}
	}

	private async put(key: string, value: unknown): Promise<void> {
		const row = this.rowKey(key);
		const { name, deadlineMs } = this.#backend;
		await this.run('writes', async () => {
			const isPut = await withTimeout(deadlineMs, this.#keyv.set(row, value));
			if (!isPut) throw new StoreUnavailableError(`${name} did not take a write`);
		});
	}

	private rowKey(key: string): string {
		return `${this.#namespace}:${checkedKey(key)}`;
	}

	private serialized(value: unknown): string | undefined {
		return value === undefined ? undefined : encodeRow(this.#keyv, value);
	}

	private decode(row: unknown): unknown {
		return decodeRow(this.#keyv, row);
	}
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

async function writeRows(backend: Backend, changes: readonly RowChange[]): Promise<boolean[]> {
	const made = new Set(await backend.write(changes));
	return changes.map(({ key }) => made.has(key));
}

/** Rejects with an Error if `work` has not settled after `ms`. The work itself continues unobserved. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const expiry = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new Error(`No response within ${ms} ms`)), ms);
	});
	try {
		return await Promise.race([work, expiry]);
	} finally {
		clearTimeout(timer);
	}
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

/** The schema of each kind of row, by the full key or by the part before the key's first colon. */
export type RowSchemas = ReadonlyMap<string, z.ZodType>;

export function schemaOf(schemas: RowSchemas, key: string): z.ZodType | undefined {
	return schemas.get(key) ?? schemas.get(key.slice(0, Math.max(0, key.indexOf(':'))));
}

/**
 * Refuses to write a row that could not be read again: a bug anywhere could otherwise damage it for ever. Throws
 * StoreCorruptError if the value doesn't match its schema, and TypeError for an unknown kind of row, which is a bug.
 * Undefined, which removes the row, is always allowed.
 */
export function assertReadable(schemas: RowSchemas, key: string, next: unknown): void {
	if (next === undefined) return;
	const schema = schemaOf(schemas, key);
	if (schema === undefined) throw new TypeError(`Rows such as ${key} have no schema in storedRows`);
	const parsed = schema.safeParse(next);
	if (parsed.success) return;
	throw new StoreCorruptError(`The row ${key} would be unreadable, so it is not written`, {
		cause: parsed.error,
	});
}

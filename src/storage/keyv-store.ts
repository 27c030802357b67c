import { Keyv, type KeyvStoreAdapter } from 'keyv';
import { AppError, StoreCorruptError, StoreUnavailableError } from '../errors.js';
import { within } from './deadline.js';
import type { Store } from './store.js';

/** A row as the back end holds it: the whole key, prefix included, and the serialized value. */
export interface RawRow {
	readonly key: string;
	readonly value: unknown;
}

/** What each back end adds to its Keyv adapter, over that adapter's own connection. */
export interface Backend {
	/** For error messages: `SQLite`, `PostgreSQL`, `Redis`. */
	readonly name: string;
	readonly adapter: KeyvStoreAdapter;
	/** Milliseconds after which a call that has not answered counts as failed. */
	readonly deadlineMs: number;
	/** Writes only where there is no such row. Resolves to whether it did; so do the next two. */
	insert(key: string, value: string): Promise<boolean>;
	replace(key: string, expected: string, next: string): Promise<boolean>;
	remove(key: string, expected: string): Promise<boolean>;
	/** The rows whose key starts with `prefix`, page by page, no row twice; those up to `after` left out, if in order. */
	pages(prefix: string, after?: string): AsyncIterator<readonly RawRow[], undefined>;
	close(): Promise<void>;
}

/** Keyv's namespace: one for the whole store, since two Keyv on one adapter would both use the last one's. */
const defaultNamespace = 'claimcheck';
/** Both SQL back ends keep keys in a VARCHAR(255). */
const keyPattern = /^[\x21-\x7e]{1,200}$/;
/** @keyv/sqlite finds getMany's rows by a search in a list for each key: quadratic, so asked in small parts. */
const readAtOnce = 200;

/** A Store over Keyv and what its back end adds. */
export function createKeyvStore(backend: Backend, namespace: string = defaultNamespace): Store {
	const rowKey = (key: string): string => `${namespace}:${checkedKey(key)}`;
	const keyv = openKeyv(backend.adapter);
	// A closed adapter is not closed for good: @keyv/redis would connect again.
	const guarded = <T>(operation: () => Promise<T>): Promise<T> =>
		guard(backend, closing === undefined ? operation : isClosed);
	const encode = async (value: unknown): Promise<string> => String(await keyv.serializeData({ value }));
	let closing: Promise<void> | undefined;

	return {
		async get(key) {
			return await guarded(async () => unwrap(await keyv.get(rowKey(key), { raw: true })));
		},

		async getMany(keys) {
			const values: unknown[] = [];
			for (let start = 0; start < keys.length; start += readAtOnce) {
				const part = keys.slice(start, start + readAtOnce).map(rowKey);
				values.push(...(await guarded(() => keyv.getMany(part, { raw: true }))).map(unwrap));
			}
			return values;
		},

		async compareAndSet(key, expected, next) {
			const row = rowKey(key);
			if (expected === undefined && next === undefined) return (await this.get(key)) === undefined;
			if (expected === undefined) return await guarded(async () => backend.insert(row, await encode(next)));
			const old = await encode(expected);
			if (next === undefined) return await guarded(() => backend.remove(row, old));
			return await guarded(async () => backend.replace(row, old, await encode(next)));
		},

		async *list(prefix, after) {
			const pages = backend.pages(
				prefix === '' ? `${namespace}:` : rowKey(prefix),
				after === undefined ? undefined : rowKey(after),
			);
			for (;;) {
				const page = await guarded(() => pages.next());
				if (page.done) return;
				for (const row of page.value) {
					const key = row.key.slice(namespace.length + 1);
					try {
						yield { key, value: unwrap(await keyv.deserializeData(String(row.value))) };
					} catch {
						yield { key, corrupt: true };
					}
				}
			}
		},

		async respell(key) {
			const row = rowKey(key);
			const text: unknown = await guarded(() => backend.adapter.get(row));
			if (typeof text !== 'string') return;
			const spelled = await encode(unwrap(await keyv.deserializeData(text)));
			if (spelled !== text) await guarded(() => backend.replace(row, text, spelled));
		},

		async overwrite(key, next) {
			const row = rowKey(key);
			if (!(await guarded(() => keyv.set(row, next)))) {
				throw new StoreUnavailableError(`${backend.name} did not take a write`);
			}
		},

		async ping() {
			// Writing the same value is still a write, and needs no clock.
			await this.overwrite('meta:ping', true);
		},

		async close() {
			closing ??= guard(backend, () => backend.close());
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
	keyv.deserialize = async <Value>(row: string) => {
		try {
			const parsed = await parse?.<Value>(row);
			unwrap(parsed ?? null);
			return parsed;
		} catch (cause) {
			if (cause instanceof AppError) throw cause;
			throw new StoreCorruptError('A stored row is not readable', { cause: withoutText(cause) });
		}
	};
	return keyv;
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

async function isClosed(): Promise<never> {
	throw new StoreUnavailableError('The store is closed');
}

/** The one place where a driver's errors become ours: after any of them the stored state is unknown. */
async function guard<T>(backend: Backend, operation: () => Promise<T>): Promise<T> {
	try {
		return await within(backend.deadlineMs, operation());
	} catch (error) {
		if (error instanceof AppError || error instanceof RangeError) throw error;
		throw new StoreUnavailableError(`${backend.name} did not answer as it should`, { cause: error });
	}
}

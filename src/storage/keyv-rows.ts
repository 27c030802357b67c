import { Keyv, type KeyvStoreAdapter } from 'keyv';
import { AppError, StoreCorruptError } from '../base/errors.js';

/**
 * Keyv gets keys exactly as they are stored: the store adds the prefix, the same way for every back end, in the form
 * that a Keyv with this namespace reads. Keyv's own prefixing differs between adapters and skips keys that already look
 * prefixed. Without an adapter only the form of the rows is of use.
 */
export function openKeyv(adapter?: KeyvStoreAdapter): Keyv {
	// By default Keyv swallows errors, and a broken disk reads as "no value".
	const keyv = new Keyv({ ...(adapter && { store: adapter }), useKeyPrefix: false, throwOnErrors: true });
	// The default `keyv` would be prepended to each key by @keyv/redis, despite useKeyPrefix.
	keyv.namespace = undefined;
	// Every error reaches the caller; without a listener the emitted copy would end the process.
	keyv.on('error', () => {});
	const parse = keyv.deserialize;
	keyv.deserialize = <Value>(row: string) => {
		try {
			const parsed = escaped.test(row) ? parse?.<Value>(row) : JSON.parse(row);
			unwrap(parsed ?? null);
			return parsed;
		} catch (cause) {
			if (cause instanceof AppError) throw cause;
			throw new StoreCorruptError('A stored row is not readable', { cause: withoutText(cause) });
		}
	};
	return keyv;
}

/** Keyv escapes strings that start with a colon. Looking at each string for that takes most of the time of a row. */
const escaped = /[:,[]":/;

/** @param tx the transaction that writes the row, which readers ignore */
export function encodeRow(keyv: Keyv, value: unknown, tx?: string): string {
	const row = tx === undefined ? { value } : { value, tx };
	const text = JSON.stringify(row);
	return escaped.test(text) ? sync(keyv.serialize?.(row)) : text;
}

/** @returns undefined for an absent row. Throws StoreCorruptError. */
export function decodeRow(keyv: Keyv, row: unknown): unknown {
	return row === undefined ? undefined : unwrap(sync(keyv.deserialize?.(String(row))));
}

/** Keyv's own format is synchronous; its type also allows asynchronous ones. */
function sync<Value>(made: Value | Promise<Value> | undefined): Value {
	if (made === undefined || made instanceof Promise) throw new TypeError('Keyv returned an unknown format');
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
	throw new StoreCorruptError('A stored row has an invalid shape');
}

/** Exclusive upper bound of the ASCII keys with a prefix. Not LIKE: `_` and `%` in a prefix match anything. */
export function endOfPrefix(prefix: string): string {
	const last = prefix.length - 1;
	return prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1);
}

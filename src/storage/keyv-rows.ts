import { defaultDeserialize, defaultSerialize } from '@keyv/serialize';
import { StoreCorruptError } from '../base/errors.js';

// Rows as Keyv writes and reads them.

/** Keyv escapes strings that start with a colon. Looking at each string for that takes most of the time of a row. */
const escaped = /[:,[]":/;

/** @param tx the transaction that writes the row, which readers ignore */
export function encodeRow(value: unknown, tx?: string): string {
	const row = tx === undefined ? { value } : { value, tx };
	const text = JSON.stringify(row);
	return escaped.test(text) ? defaultSerialize(row) : text;
}

/** Throws StoreCorruptError. */
export function decodeRow(row: unknown): unknown {
	const text = String(row);
	try {
		return unwrap(escaped.test(text) ? defaultDeserialize(text) : JSON.parse(text));
	} catch (cause) {
		if (cause instanceof StoreCorruptError) throw cause;
		throw new StoreCorruptError('A stored row is not readable', { cause: withoutText(cause) });
	}
}

/** The JSON parser quotes the row in its message; only the kind of error is kept. */
function withoutText(cause: unknown): Error {
	return new Error(cause instanceof Error ? cause.name : typeof cause);
}

/** Keyv reads a row of another shape, such as `{}`, as absent. It is damage, and must never look like "unclaimed". */
function unwrap(row: unknown): unknown {
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

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
export function decodeRow(stored: unknown): unknown {
	const text = String(stored);
	let row: unknown;
	try {
		row = escaped.test(text) ? defaultDeserialize(text) : JSON.parse(text);
	} catch (cause) {
		// The JSON parser quotes the row in its message; only the kind of error is kept.
		const kind = cause instanceof Error ? cause.name : typeof cause;
		throw new StoreCorruptError('A stored row is not readable', { cause: new Error(kind) });
	}
	if (typeof row === 'object' && row !== null && 'value' in row) return row.value;
	// Keyv reads a row of another shape, such as `{}`, as absent. It is damage, and must never look like "unclaimed".
	throw new StoreCorruptError('A stored row has an invalid shape');
}

/** Exclusive upper bound of the ASCII keys with a prefix. Not LIKE: `_` and `%` in a prefix match anything. */
export function endOfPrefix(prefix: string): string {
	const last = prefix.length - 1;
	return prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1);
}

import type { StoredRow } from './read-rows.js';
import type { DatabaseGroup, DatabaseRow } from './world-state.js';

const maxRows = 20;
const snowflake = /\b\d{17,20}\b/g;
/** Fingerprints and encrypted texts: unreadable, and distinguishable by their beginnings. */
const opaque = /[0-9a-f]{24,}|[A-Za-z0-9+/_-]{32,}={0,2}/g;

/** The name behind an id of Discord's, such as `@Maya`; undefined where it is unknown. */
export type NameOfId = (id: string) => string | undefined;

/** The rows by the first word of their keys, each with a few of its rows, masked. */
export function groupsOf(rows: readonly StoredRow[], nameOf: NameOfId): DatabaseGroup[] {
	const groups = new Map<string, StoredRow[]>();
	for (const row of rows) {
		const prefix = row.key.split(':')[0] ?? row.key;
		groups.set(prefix, [...(groups.get(prefix) ?? []), row]);
	}
	return [...groups].map(([prefix, found]) => ({
		prefix,
		count: found.length,
		rows: found.slice(0, maxRows).map((row) => maskRow(row, nameOf)),
	}));
}

/** A row for people: names in place of ids, unreadable values shortened to their beginnings. */
export function maskRow({ key, value }: StoredRow, nameOf: NameOfId): DatabaseRow {
	return { key: maskText(key, nameOf), value: maskText(bare(value), nameOf) };
}

function maskText(text: string, nameOf: NameOfId): string {
	return text
		.replaceAll(snowflake, (id) => nameOf(id) ?? `…${id.slice(-4)}`)
		.replaceAll(opaque, (found) => `${found.slice(0, 6)}…`);
}

/** The stored value, without the wrapping of its library. */
function bare(value: string): string {
	try {
		const parsed: unknown = JSON.parse(value);
		const inner = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'value') : undefined;
		return JSON.stringify(inner ?? parsed);
	} catch {
		return value;
	}
}

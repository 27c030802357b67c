import type { PageRecord } from '../../src/page/protocol.js';

/** The inspector's filter of its lines. */
export interface RecordFilter {
	/** Empty for all. */
	readonly source: string;
	/** Words that all have to be in a line, its payloads included; in any case. */
	readonly text: string;
	readonly isProblemsOnly: boolean;
}

/** The text of a record's payloads never changes, and is looked through at each letter that is typed. */
const texts = new WeakMap<PageRecord, string>();

export function filterRecords(
	records: readonly PageRecord[],
	{ source, text, isProblemsOnly }: RecordFilter,
): readonly PageRecord[] {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	return records.filter(
		(record) =>
			(source === '' || record.source === source) &&
			(!isProblemsOnly || record.isProblem) &&
			(words.length === 0 || words.every((word) => textOf(record).includes(word))),
	);
}

/** The sources that there are, in alphabetical order. */
export function sourcesOf(records: readonly PageRecord[]): readonly string[] {
	return [...new Set(records.map(({ source }) => source))].sort();
}

function textOf(record: PageRecord): string {
	const known = texts.get(record);
	if (known !== undefined) return known;
	const { source, title, status, sent, answered } = record;
	const text = [source, title, status, jsonOf(sent), jsonOf(answered)].join('\n').toLowerCase();
	texts.set(record, text);
	return text;
}

/** As it is read; empty where there is nothing. */
export function jsonOf(value: unknown): string {
	return value === undefined ? '' : JSON.stringify(value, undefined, 2);
}

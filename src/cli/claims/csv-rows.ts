import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { dayMs } from '../../base/clock.js';
import { readPurchaseCode } from '../../base/purchase-code.js';
import { ImportFileError } from '../../claims/admin/load.js';
import { linesOf } from '../program/text-files.js';

/** Why a row isn't taken, for the report of an import. Without commas and quotes, and never with the row's own text. */
export const refusalTexts = {
	'member-id':
		'no member id: 17 to 20 digits or <@id> (spreadsheets round long numbers unless the column is text)',
	'not-a-code': 'no purchase code: /verify would not accept it either',
	item: 'neither a code nor an item: a gift needs the id of an item',
	until: 'no end of the gift: a day such as 2026-12-31',
	'until-range': 'the end of the gift is not within the next 365 days',
	absent: 'the member is not in the server: nothing was recorded',
	bot: 'this is a bot',
	'unknown-item': 'the shop lists no such item of yours',
	taken: 'another member holds this purchase or staff have locked it',
	invalid:
		'the shop does not know this code (wrong or refunded or of another author) or staff have revoked it',
	unreadable: 'the answer of the shop about this code cannot be read',
	'taken-back': 'staff have taken this gift back',
} as const;

export type Refusal = keyof typeof refusalTexts;

export type SoundRow = { readonly userId: string } & (
	| { readonly kind: 'code' /** Secret. As written. */; readonly code: string }
	/** `until`: the end of its support, in milliseconds since the epoch. */
	| { readonly kind: 'gift'; readonly itemId: number; readonly until: number }
);

/** A row of the list. `line`: from 1, the header included. */
export type ListRow = { readonly line: number } & (
	| SoundRow
	| { readonly kind: 'refused'; readonly refusal: Refusal }
);

/** Several times the longest line that could be meant. Neither a line nor a quoted cell over many lines is longer. */
const maxLineBytes = 64 * 1024;
/** As for gifts by staff. */
const maxGiftDays = 365;

/**
 * Reads a list as spreadsheets save it: with commas, semicolons or tabs, quoted cells, any line endings, and UTF-8 with
 * or without a byte order mark. Holds a line at a time. Rejects with ImportFileError, which quotes no cell.
 * @param now in milliseconds since the epoch: gifts end within a year
 */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>, now: number): AsyncGenerator<ListRow> {
	const lines = linesOf(chunks);
	const header: string = (await lines.next()).value ?? '';
	// Letters of UTF-16 come with zero bytes, and so do the files of spreadsheets.
	if (header.includes('\0')) throw new ImportFileError(1, 'is not text: save the list as “CSV UTF-8”');
	const parser = parse({
		delimiter: delimiterOf(header),
		info: true,
		max_record_size: maxLineBytes,
		relax_column_count: true,
		skip_empty_lines: true,
	});
	// Its errors also end the loop below.
	pipeline(Readable.from(endedLines(header, lines)), parser, () => {});
	let columns: ReadonlyMap<Column, number> | undefined;
	try {
		for await (const { record, info } of parser as AsyncIterable<ParsedLine>) {
			const cell = (column: Column) => record[columns?.get(column) ?? -1]?.trim() ?? '';
			if (columns === undefined) columns = columnsIn(record);
			else yield { line: info.lines, ...rowOf(cell, now) };
		}
	} catch (error) {
		throw error instanceof CsvError ? unreadable(error) : error;
	}
}

function rowOf(cell: (column: Column) => string, now: number): SoundRow | ReturnType<typeof refused> {
	// A plain id, or the mention that an exported list has in its place.
	const userId = /^(?:<@!?(\d{17,20})>|(\d{17,20}))$/.exec(cell('member'))?.slice(1).find(Boolean);
	if (userId === undefined) return refused('member-id');
	const code = cell('code');
	if (code !== '') {
		return readPurchaseCode(code).kind === 'code' ? { kind: 'code', userId, code } : refused('not-a-code');
	}
	const item = cell('item');
	if (!/^\d{1,15}$/.test(item)) return refused('item');
	const until = endOfDay(cell('until'));
	if (until === undefined) return refused('until');
	const days = (until - now) / dayMs;
	if (days <= 0 || days > maxGiftDays) return refused('until-range');
	return { kind: 'gift', userId, itemId: Number(item), until };
}

function refused(refusal: Refusal) {
	return { kind: 'refused', refusal } as const;
}

/** The end of a day in UTC, in milliseconds since the epoch; undefined unless it is one such as `2026-12-31`. */
function endOfDay(date: string): number | undefined {
	const start = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
	// JavaScript reads 31 February as a day in March.
	if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(date)) return undefined;
	return start + dayMs;
}

interface ParsedLine {
	readonly record: readonly string[];
	/** `lines`: those read so far, this one included. */
	readonly info: { readonly lines: number };
}

/** The parser's own error holds the line, and so maybe a code. */
function unreadable(error: CsvError): ImportFileError {
	const line = 'lines' in error ? Number(error['lines']) : 1;
	if (error.code === 'CSV_MAX_RECORD_SIZE')
		return new ImportFileError(line, 'is too long, or a quote is not closed');
	return new ImportFileError(line, 'has a quote in the wrong place, so it is unclear where its cells end');
}

/** Spreadsheets use the separator of their country. */
function delimiterOf(header: string): string {
	const count = (separator: string) => header.split(separator).length;
	return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** With one kind of line ending: the parser takes the first one for the only one, so that rows with another run together. */
async function* endedLines(header: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
	yield `${header}\n`;
	for await (const line of rest) yield `${line}\n`;
}

const columnNames = ['code', 'member', 'item', 'until'] as const;
type Column = (typeof columnNames)[number];

function columnsIn(header: readonly string[]): ReadonlyMap<Column, number> {
	const names = header.map((name) => name.trim().toLowerCase());
	const found = columnNames.filter((name) => names.includes(name));
	const isList = found.includes('code') || (found.includes('item') && found.includes('until'));
	if (found.includes('member') && isList) return new Map(found.map((name) => [name, names.indexOf(name)]));
	throw new ImportFileError(
		1,
		'must name the columns: member and code, or for gifts member, item and until, or all four',
	);
}

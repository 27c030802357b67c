import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ImportFileError } from '../../claims/admin/import-claims.js';
import { linesOf } from './session.js';

/** A line of the list, with its cells as written; a column that the file lacks is empty. */
export interface CsvRow {
	/** From 1, the header included. */
	readonly line: number;
	/** Secret. */
	readonly code: string;
	readonly member: string;
	readonly item: string;
	readonly until: string;
}

type Column = Exclude<keyof CsvRow, 'line'>;

/** Several times the longest line that could be meant. Neither a line nor a quoted cell over many lines is longer. */
const maxLineBytes = 64 * 1024;
/** The lines already seen are remembered, about 50 bytes each. */
const maxLines = 1_000_000;

/**
 * Reads a list as spreadsheets save it: with commas, semicolons or tabs, quoted cells, any line endings, and UTF-8 with
 * or without a byte order mark. Holds a line at a time. Rejects with ImportFileError, which quotes no cell.
 */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
	const lines = linesOf(textOnly(chunks), (line) => new ImportFileError(line, 'is too long'));
	const header: string = (await lines.next()).value ?? '';
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
			if (info.lines > maxLines) {
				throw new ImportFileError(info.lines, `is too many: split the file at ${maxLines} lines`);
			}
			if (columns === undefined) {
				columns = columnsIn(record);
				continue;
			}
			const cell = (column: Column) => record[columns?.get(column) ?? -1] ?? '';
			yield {
				line: info.lines,
				code: cell('code'),
				member: cell('member'),
				item: cell('item'),
				until: cell('until'),
			};
		}
	} catch (error) {
		throw error instanceof CsvError ? unreadable(error) : error;
	}
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

/** Passes the file on, unless its start shows that it is no text in UTF-8. */
async function* textOnly(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	let isStart = true;
	for await (const chunk of chunks) {
		if (isStart) refuseOtherFormats(Buffer.from(chunk));
		isStart = false;
		yield chunk;
	}
}

function refuseOtherFormats(head: Buffer): void {
	const program = programOf(head);
	if (program !== undefined) {
		throw new ImportFileError(0, `That is an ${program} file: save it as CSV UTF-8`);
	}
	// Letters of UTF-16 come with zero bytes.
	if (head.includes(0)) {
		throw new ImportFileError(1, 'is not UTF-8. In the spreadsheet choose “CSV UTF-8” when you save');
	}
}

/** The kind of a spreadsheet that was not saved as text: .xlsx and .ods are archives, .xls has a format of its own. */
function programOf(head: Buffer): 'Excel' | 'OpenDocument' | undefined {
	const isArchive = head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'));
	if (isArchive && head.includes('opendocument')) return 'OpenDocument';
	return isArchive || head.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex')) ? 'Excel' : undefined;
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

const columnNames = ['code', 'member', 'item', 'until'] as const satisfies readonly Column[];

function columnsIn(header: readonly string[]): ReadonlyMap<Column, number> {
	const names = header.map((name) => name.trim().toLowerCase());
	const columns = new Map<Column, number>();
	for (const name of columnNames) {
		const at = names.indexOf(name);
		if (at >= 0) columns.set(name, at);
	}
	const isList = columns.has('code') || (columns.has('item') && columns.has('until'));
	if (columns.has('member') && isList) return columns;
	throw new ImportFileError(
		1,
		'must name the columns: member and code, or for gifts member, item and until, or all four',
	);
}

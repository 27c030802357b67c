import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ImportFileError } from '../../claims/admin/import-claims.js';

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

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads a list as spreadsheets save it: with commas, semicolons or tabs, quoted cells, any line endings, and UTF-8 with
 * or without a byte order mark. Holds a line at a time. Rejects with ImportFileError, which quotes no cell.
 */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
	const source = chunks[Symbol.asyncIterator]();
	const head = await firstLine(source);
	const parser = parse({
		bom: true,
		delimiter: delimiterOf(head),
		info: true,
		max_record_size: maxLineBytes,
		relax_column_count: true,
		skip_empty_lines: true,
	});
	// Its errors also end the loop below.
	pipeline(Readable.from(boundedLines(head, source)), parser, () => {});
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

/** The start of the file, up to the end of its first line or further. */
async function firstLine(source: AsyncIterator<Uint8Array>): Promise<Buffer> {
	let head = Buffer.alloc(0);
	while (!head.includes(newline) && !head.includes(carriageReturn) && head.length <= maxLineBytes) {
		const { value, done } = await source.next();
		if (done === true) break;
		head = Buffer.concat([head, value]);
	}
	const program = programOf(head);
	if (program !== undefined) {
		throw new ImportFileError(0, `That is an ${program} file: save it as CSV UTF-8`);
	}
	// Letters of UTF-16 come with zero bytes.
	const mark = head.length > 1 ? head.readUInt16BE(0) : 0;
	if (mark === 0xff_fe || mark === 0xfe_ff || head.includes(0)) {
		throw new ImportFileError(1, 'is not UTF-8. In the spreadsheet choose “CSV UTF-8” when you save');
	}
	return head;
}

/** The kind of a spreadsheet that was not saved as text: .xlsx and .ods are archives, .xls has a format of its own. */
function programOf(head: Buffer): 'Excel' | 'OpenDocument' | undefined {
	const isArchive = head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'));
	if (isArchive && head.includes('opendocument')) return 'OpenDocument';
	return isArchive || head.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex')) ? 'Excel' : undefined;
}

/** Spreadsheets use the separator of their country. */
function delimiterOf(head: Buffer): string {
	const line = head.toString('utf8').split(/[\r\n]/)[0] ?? '';
	const count = (separator: string) => line.split(separator).length;
	return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/**
 * Passes the file on with every line ending as LF: the parser takes the first one for the only one, so that rows with
 * another would run together, and counts a CRLF within quotes twice. Cells without a letter don't count as length for
 * the parser, so it can't bound a line alone.
 */
async function* boundedLines(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
	let line = 1;
	let length = 0;
	let wasReturn = false;
	const unified = (chunk: Uint8Array): Uint8Array => {
		const passed = Buffer.alloc(chunk.length);
		let size = 0;
		for (const byte of chunk) {
			const isRestOfEnd = wasReturn && byte === newline;
			wasReturn = byte === carriageReturn;
			if (isRestOfEnd) continue;
			const isEnd = wasReturn || byte === newline;
			if (isEnd) line += 1;
			length = isEnd ? 0 : length + 1;
			if (length > maxLineBytes) throw new ImportFileError(line, 'is too long');
			passed[size] = isEnd ? newline : byte;
			size += 1;
		}
		return passed.subarray(0, size);
	};
	let chunk: Uint8Array | undefined = head;
	while (chunk !== undefined) {
		yield unified(chunk);
		const { value, done }: IteratorResult<Uint8Array> = await rest.next();
		chunk = done === true ? undefined : value;
	}
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

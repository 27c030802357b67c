import { isDeepStrictEqual } from 'node:util';
import { StoreRefusedError } from '../../base/errors.js';
import type { Store } from '../../storage/store.js';
import { indexClaims } from '../claim-indexes.js';
import { type ClaimRecord, parseRecord } from '../record.js';
import { claimKey } from '../store-keys.js';
import { type AdminJob, opensWith } from './admin-job.js';
import { type ExportLine, headerSchema, isForgotten, lineSchema } from './export-claims.js';
import { type CarriedRow, readRow } from './export-row.js';
import { inBatches } from './in-batches.js';

export interface Imported {
	readonly added: number;
	/** Claims that the store already held, identical to the file's. */
	readonly same: number;
	/** Keys under which the store holds something else. These rows are left unchanged. */
	readonly conflicts: readonly Conflict[];
}

export type Conflict =
	/** Snowflakes of the holders, in the store and in the file. Equal if the difference is elsewhere. */
	| {
			readonly kind: 'claim';
			readonly hash: string;
			readonly holdersInStore: readonly string[];
			readonly holdersInFile: readonly string[];
	  }
	| { readonly kind: 'row'; readonly key: string };

type ImportedLine = Exclude<ExportLine, { kind: 'end' }>;

/** The file is not an export, or it is truncated. `line` counts from 1. */
export class ImportFileError extends Error {
	readonly line: number;

	/** @param line 0 if the problem is the file, and `problem` a sentence */
	constructor(line: number, problem: string) {
		super(line === 0 ? problem : `Line ${line} ${problem}`);
		this.name = 'ImportFileError';
		this.line = line;
	}
}

const batchSize = 200;

/**
 * Imports an export without overwriting anything. Safe to repeat, and safe while the bot runs. Rejects with
 * StoreRefusedError if the export was made with another secret, and with ImportFileError if the file is invalid: the
 * lines before the first bad one are then imported already.
 * @param carried the kinds of rows that may come with the claims
 */
export async function importClaims(
	work: AdminJob,
	carried: readonly CarriedRow[],
	lines: AsyncIterable<string>,
): Promise<Imported> {
	const conflicts: Conflict[] = [];
	let added = 0;
	let same = 0;
	for await (const batch of inBatches(readExport(work.keys, carried, lines), batchSize)) {
		const claims = batch.filter((entry) => entry.kind === 'claim');
		await indexClaims(
			work.store,
			claims.map(({ hash, record }) => [hash, record]),
		);
		for (const [index, outcome] of (
			await Promise.all(batch.map((entry) => addEntry(work, entry)))
		).entries()) {
			const isClaim = batch[index]?.kind === 'claim';
			if (typeof outcome === 'object') conflicts.push(outcome);
			else if (outcome === 'added' && isClaim) added += 1;
			else if (isClaim) same += 1;
		}
		work.onProgress(added + same + conflicts.length, undefined);
	}
	return { added, same, conflicts };
}

async function addEntry({ store }: AdminJob, entry: ImportedLine): Promise<'added' | 'same' | Conflict> {
	if (entry.kind === 'row') return await addRow(store, entry.key, entry.value);
	const { hash, record } = entry;
	if (await store.compareAndSet(claimKey(hash), undefined, record)) return 'added';
	const present = parseRecord(hash, await store.get(claimKey(hash)));
	if (present === undefined || isDeepStrictEqual(present, record)) return 'same';
	return { kind: 'claim', hash, holdersInStore: holderIds(present), holdersInFile: holderIds(record) };
}

function holderIds({ holders }: ClaimRecord): readonly string[] {
	return holders.map(({ userId }) => userId);
}

async function addRow(store: Store, key: string, value: unknown): Promise<'added' | 'same' | Conflict> {
	if (await store.compareAndSet(key, undefined, value)) return 'added';
	return isDeepStrictEqual(await store.get(key), value) ? 'same' : { kind: 'row', key };
}

/** The entries of an export, each of which can be imported. Rejects as `importClaims` does for a bad file. */
async function* readExport(
	keys: AdminJob['keys'],
	carried: readonly CarriedRow[],
	lines: AsyncIterable<string>,
): AsyncGenerator<ImportedLine> {
	let number = 0;
	let entries = 0;
	let state: 'before' | 'within' | 'ended' = 'before';
	for await (const line of lines) {
		number += 1;
		if (line.trim() === '' || (state === 'before' && isPreamble(line))) continue;
		if (state === 'before') {
			readHeader(number, line, keys.check);
			state = 'within';
			continue;
		}
		if (state === 'ended') throw new ImportFileError(number, 'comes after the end of the export');
		const entry = readLine(number, line);
		if (entry.kind === 'end') {
			if (entry.lines !== entries)
				throw new ImportFileError(number, 'ends the export, and lines before it are missing');
			state = 'ended';
			continue;
		}
		entries += 1;
		if (entry.kind === 'row') {
			if (!isForgotten(entry.key)) yield { ...entry, value: rowValue(number, entry, carried) };
			continue;
		}
		if (entry.record.secret !== keys.check || !opensWith(keys, entry.hash, entry.record.sealed)) {
			throw new ImportFileError(number, 'holds a claim whose code cannot be decrypted');
		}
		yield entry;
	}
	if (state !== 'ended')
		throw new ImportFileError(number, 'is the last line, but not the end of an export: the file was cut off');
}

/** @returns true for lines that `npm run` prints before a command's output */
function isPreamble(line: string): boolean {
	return line.trim() === '' || line.startsWith('>');
}

/** Errors never quote the line because an edited file may hold a plain code. */
function rowValue(
	number: number,
	row: { key: string; value: unknown },
	carried: readonly CarriedRow[],
): unknown {
	const read = readRow(carried, row.key, row.value);
	switch (read.kind) {
		case 'sound':
			return read.value;
		case 'misshapen':
			throw new ImportFileError(number, 'holds a row with an invalid shape');
		case 'other':
			throw new ImportFileError(number, 'holds a row of an unknown kind');
	}
}

function readHeader(number: number, line: string, secret: string): void {
	const header = headerSchema.safeParse(parseJson(line));
	if (!header.success) throw new ImportFileError(number, 'is not the header of an export by this version');
	if (header.data.secret !== secret) {
		throw new StoreRefusedError(
			'The export was made with a different CLAIM_SECRET. Set that one for the import',
		);
	}
}

function readLine(number: number, line: string): ExportLine {
	const parsed = lineSchema.safeParse(parseJson(line));
	if (!parsed.success) throw new ImportFileError(number, 'is not a valid line of an export');
	return parsed.data;
}

/** @returns undefined for a text that is no JSON */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

import { isDeepStrictEqual } from 'node:util';
import { StoreRefusedError } from '../../base/errors.js';
import { inBatches } from '../../base/in-batches.js';
import type { Store } from '../../storage/store.js';
import { type Kind, soundRow } from '../../storage/table.js';
import { entriesOf, putClaim, putFirstEntries } from '../claim-indexes.js';
import { currentFormat } from '../format.js';
import { type OwnServers, type Row, rowsOfFormat8 } from '../migration.js';
import { policyKey } from '../policy.js';
import { type ClaimRecord, claimKind, recordIn } from '../record.js';
import { claimKey, claimPrefix } from '../store-keys.js';
import { type AdminJob, opensWith } from './admin-job.js';
import { type ExportLine, headerSchema, lineSchema, readRow } from './export-claims.js';

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

type ImportedLine =
	| { readonly kind: 'claim'; readonly hash: string; readonly record: ClaimRecord }
	| Extract<ExportLine, { kind: 'row' }>;

/** An export doesn't name them: each server counts as an own one, and the first one with a policy as home. */
const unknownServers: OwnServers = { home: undefined, listed: undefined };

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
 * @param kinds those with `carried` may come with the claims
 * @param own for an export of the version before
 */
export async function importClaims(
	work: AdminJob,
	kinds: readonly Kind<object>[],
	lines: AsyncIterable<string>,
	own: OwnServers = unknownServers,
): Promise<Imported> {
	const conflicts: Conflict[] = [];
	let added = 0;
	let same = 0;
	for await (const batch of inBatches(readExport(work.keys, kinds, lines, own), batchSize)) {
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
	await putFirstEntries(store, entriesOf(hash, record));
	const present = await store.transact(async (tx) => {
		const known = soundRow(claimKind, await tx.get(claimKey(hash)));
		if (known === undefined) putClaim(tx, hash, undefined, record);
		return known;
	});
	if (present === undefined) return 'added';
	if (isDeepStrictEqual(present, record)) return 'same';
	return { kind: 'claim', hash, holdersInStore: holderIds(present), holdersInFile: holderIds(record) };
}

function holderIds({ holders }: ClaimRecord): readonly string[] {
	return holders.map(({ userId }) => userId);
}

async function addRow(store: Store, key: string, value: unknown): Promise<'added' | 'same' | Conflict> {
	const present = await store.transact(async (tx) => {
		const known = await tx.get(key);
		if (known === undefined) tx.put(key, value);
		return known;
	});
	if (present === undefined) return 'added';
	return isDeepStrictEqual(present, value) ? 'same' : { kind: 'row', key };
}

/** The entries of an export, each of which can be imported. Rejects as `importClaims` does for a bad file. */
async function* readExport(
	keys: AdminJob['keys'],
	kinds: readonly Kind<object>[],
	lines: AsyncIterable<string>,
	own: OwnServers,
): AsyncGenerator<ImportedLine> {
	let number = 0;
	let format = 0;
	let entries = 0;
	let hasPolicy = false;
	let state: 'before' | 'within' | 'ended' = 'before';
	for await (const line of lines) {
		number += 1;
		// `npm run` prints lines with > before a command's output.
		if (line.trim() === '' || (state === 'before' && line.startsWith('>'))) continue;
		if (state === 'before') {
			format = readHeader(number, line, keys.check);
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
		const key = entry.kind === 'row' ? entry.key : claimPrefix + entry.hash;
		const row = { key, value: entry.kind === 'row' ? entry.value : entry.record };
		const rows = format === currentFormat ? [row] : rowsOfFormat8(row, own);
		for (const next of rows) {
			const isPolicy = next.key === policyKey;
			if (isPolicy && hasPolicy) continue;
			hasPolicy ||= isPolicy;
			yield readEntry(number, next, keys, kinds);
		}
	}
	if (state !== 'ended')
		throw new ImportFileError(number, 'is the last line, but not the end of an export: the file was cut off');
}

/** Errors never quote the line because an edited file may hold a plain code. */
function readEntry(
	number: number,
	row: Row,
	keys: AdminJob['keys'],
	kinds: readonly Kind<object>[],
): ImportedLine {
	if (!row.key.startsWith(claimPrefix)) {
		const read = readRow(kinds, row.key, row.value);
		if (read.kind === 'sound') return { kind: 'row', key: row.key, value: read.value };
		const problem = read.kind === 'misshapen' ? 'with an invalid shape' : 'of an unknown kind';
		throw new ImportFileError(number, `holds a row ${problem}`);
	}
	const hash = row.key.slice(claimPrefix.length);
	const record = recordIn(row);
	if (record === undefined || record === 'damaged') {
		throw new ImportFileError(number, 'is not a valid line of an export');
	}
	if (record.secret !== keys.check || !opensWith(keys, hash, record.sealed)) {
		throw new ImportFileError(number, 'holds a claim whose code cannot be decrypted');
	}
	return { kind: 'claim', hash, record };
}

/** @returns the export's format */
function readHeader(number: number, line: string, secret: string): number {
	const header = headerSchema.safeParse(parseJson(line));
	if (!header.success) throw new ImportFileError(number, 'is not the header of an export by this version');
	if (header.data.secret !== secret) {
		throw new StoreRefusedError(
			'The export was made with a different CLAIM_SECRET. Set that one for the import',
		);
	}
	return header.data.format;
}

function readLine(number: number, line: string): ExportLine {
	const parsed = lineSchema.safeParse(parseJson(line));
	if (!parsed.success) throw new ImportFileError(number, 'is not a valid line of an export');
	return parsed.data;
}

/** @returns undefined for a text that is no JSON */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

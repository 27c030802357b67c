import { isDeepStrictEqual } from 'node:util';
import { StoreRefusedError } from '../../errors.js';
import { indexClaims } from '../claim-index.js';
import { type ClaimRecord, parseRecord } from '../record.js';
import { claimKey } from '../store-keys.js';
import { inBatches } from './batches.js';
import { headerSchema, lineSchema } from './export-claims.js';
import { opensWith, type Work } from './work.js';

export interface Imported {
	/** Claims that were not there before. */
	readonly added: number;
	/** Claims that were there already, just as in the file. */
	readonly same: number;
	/** The store has another claim for the same code. It was left as it is. */
	readonly conflicts: readonly Conflict[];
}

export interface Conflict {
	readonly hash: string;
	/** Snowflakes of the holders, in the store and in the file. Equal where they differ in something else. */
	readonly holderInStore: string;
	readonly holderInFile: string;
}

type FileClaim = readonly [hash: string, record: ClaimRecord];

/** The file is not an export, or was cut off. `line` counts from 1. */
export class ImportFileError extends Error {
	readonly line: number;

	constructor(line: number, problem: string) {
		super(`Line ${line} ${problem}`);
		this.name = 'ImportFileError';
		this.line = line;
	}
}

const atOnce = 200;

/**
 * Adds the claims of an export. Safe to repeat, and beside the bot; nothing is ever overwritten. Rejects with
 * StoreRefusedError where the export was made with another secret, with ImportFileError on a file of another kind:
 * what comes before its first bad line has been imported then.
 */
export async function importClaims(work: Work, lines: AsyncIterable<string>): Promise<Imported> {
	const conflicts: Conflict[] = [];
	let added = 0;
	let same = 0;
	for await (const batch of inBatches(readExport(work, lines), atOnce)) {
		await indexClaims(work.store, batch);
		for (const outcome of await Promise.all(batch.map((claim) => importClaim(work, claim)))) {
			if (outcome === 'added') added += 1;
			else if (outcome === 'same') same += 1;
			else conflicts.push(outcome);
		}
		work.onProgress(added + same + conflicts.length, undefined);
	}
	return { added, same, conflicts };
}

async function importClaim({ store }: Work, [hash, record]: FileClaim): Promise<'added' | 'same' | Conflict> {
	if (await store.compareAndSet(claimKey(hash), undefined, record)) return 'added';
	const present = parseRecord(hash, await store.get(claimKey(hash)));
	if (present === undefined || isDeepStrictEqual(present, record)) return 'same';
	return { hash, holderInStore: present.holderId, holderInFile: record.holderId };
}

async function* readExport({ keys }: Work, lines: AsyncIterable<string>): AsyncGenerator<FileClaim> {
	let number = 0;
	let claims = 0;
	let state: 'before' | 'within' | 'ended' = 'before';
	for await (const line of lines) {
		number += 1;
		// `npm run` puts lines of its own in front of what a command prints.
		if (line.trim() === '' || (state === 'before' && line.startsWith('>'))) continue;
		if (state === 'before') {
			readHeader(number, line, keys.check);
			state = 'within';
			continue;
		}
		const entry = readLine(number, line);
		if (entry.kind === 'claim') {
			if (!opensWith(keys, entry.hash, entry.record.sealed)) {
				throw new ImportFileError(number, 'holds a claim whose code cannot be opened');
			}
			claims += 1;
			yield [entry.hash, entry.record];
		} else if (entry.claims === claims) state = 'ended';
		else throw new ImportFileError(number, `says ${entry.claims} claims, but there are ${claims} before it`);
	}
	if (state !== 'ended')
		throw new ImportFileError(number, 'is the last one, and no end of an export: it was cut off');
}

function readHeader(number: number, line: string, secret: string): void {
	const header = headerSchema.safeParse(parseJson(line));
	if (!header.success) throw new ImportFileError(number, 'is not the start of an export of this version');
	if (header.data.secret !== secret) {
		throw new StoreRefusedError('The export was made with another CLAIM_SECRET: set that one for the import');
	}
}

function readLine(number: number, line: string) {
	const parsed = lineSchema.safeParse(parseJson(line));
	if (!parsed.success) throw new ImportFileError(number, 'is not a line of an export');
	return parsed.data;
}

function parseJson(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}

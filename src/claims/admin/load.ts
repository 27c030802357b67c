import { isDeepStrictEqual } from 'node:util';
import { AppError, StoreRefusedError } from '../../base/errors.js';
import { inBatches } from '../../base/in-batches.js';
import { parseJson } from '../../base/row-fields.js';
import { type Kind, soundRow } from '../../storage/table.js';
import { entriesOf, putClaim, putFirstEntries } from '../claim-indexes.js';
import { currentFormat } from '../format.js';
import { type OwnServers, type Row, rowsOfFormat8 } from '../migration.js';
import { policyKey } from '../policy.js';
import { type ClaimRecord, claimKind, claimPrefix, recordIn } from '../record.js';
import { assertSecret, secretKey } from '../secret-guard.js';
import { type AdminJob, headerSchema, leftOut, lineSchema, soundIn } from './dump.js';

export interface Loaded {
	readonly added: number;
	/** Rows that the store already held, identical to the file's. */
	readonly same: number;
	/** Rows that the store holds in another form. They are left unchanged. */
	readonly conflicts: readonly Conflict[];
}

/** `holders`: snowflakes, if it is a claim, in the store and in the file. Equal if the difference is elsewhere. */
interface Conflict {
	readonly key: string;
	readonly holders?: { readonly inStore: readonly string[]; readonly inFile: readonly string[] };
}

/** The file is none that can be read, or it is truncated. `line` counts from 1. */
export class ImportFileError extends AppError {
	override readonly code = 'BAD_FILE';
	readonly line: number;

	constructor(line: number, problem: string) {
		super(`Line ${line} ${problem}`);
		this.line = line;
	}
}

const batchSize = 200;

/**
 * Adds the rows of a dump, and overwrites nothing. Safe to repeat, and while the bot runs. Rejects with
 * StoreRefusedError for a file of another secret or while the secret is being changed, and with ImportFileError at the
 * first bad line.
 * @param own for an export of a version before, which doesn't name them
 */
export async function load(
	work: AdminJob,
	kinds: readonly Kind<object>[],
	lines: AsyncIterable<string>,
	own: OwnServers = { home: undefined, listed: undefined },
): Promise<Loaded> {
	const conflicts: Conflict[] = [];
	let [added, same] = [0, 0];
	for await (const batch of inBatches(rowsIn(work.keys, kinds, lines, own), batchSize)) {
		for (const outcome of await Promise.all(batch.map((row) => add(work, row)))) {
			if (outcome === 'added') added += 1;
			else if (outcome === 'same') same += 1;
			else conflicts.push(outcome);
		}
		work.onProgress(added + same + conflicts.length);
	}
	return { added, same, conflicts };
}

async function add({ store, keys }: AdminJob, { key, value }: Row): Promise<'added' | 'same' | Conflict> {
	const isClaim = key.startsWith(claimPrefix);
	const hash = key.slice(claimPrefix.length);
	if (isClaim) await putFirstEntries(store, entriesOf(hash, value as ClaimRecord));
	const present = await store.transact(async (tx) => {
		const [secret, stored] = await tx.getMany([secretKey, key]);
		assertSecret(secret, keys.check);
		const known = isClaim ? soundRow(claimKind, stored) : stored;
		if (known !== undefined) return known;
		if (isClaim) putClaim(tx, hash, undefined, value as ClaimRecord);
		else tx.put(key, value);
		return undefined;
	});
	if (present === undefined) return 'added';
	if (isDeepStrictEqual(present, value)) return 'same';
	if (!isClaim) return { key };
	return { key, holders: { inStore: holderIds(present), inFile: holderIds(value) } };
}

function holderIds(record: unknown): readonly string[] {
	return (record as ClaimRecord).holders.map(({ userId }) => userId);
}

/** Yields the sound rows, claims among them. Rejects as `load` does for a bad file. */
async function* rowsIn(
	keys: AdminJob['keys'],
	kinds: readonly Kind<object>[],
	lines: AsyncIterable<string>,
	own: OwnServers,
): AsyncGenerator<Row> {
	let [number, format, count] = [0, 0, 0];
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
		if (state === 'ended') throw new ImportFileError(number, 'comes after the end of the dump');
		const { data: entry } = lineSchema.safeParse(parseJson(line));
		if (entry === undefined) throw new ImportFileError(number, 'is not a valid line of a dump');
		if (entry.kind === 'end') {
			if (entry.lines !== count)
				throw new ImportFileError(number, 'ends the dump, and lines before it are missing');
			state = 'ended';
			continue;
		}
		count += 1;
		const row = entry.kind === 'row' ? entry : { key: claimPrefix + entry.hash, value: entry.record };
		for (const next of format === currentFormat ? [row] : rowsOfFormat8(row, own)) {
			const isPolicy = next.key === policyKey;
			if (leftOut.has(next.key) || (isPolicy && hasPolicy)) continue;
			hasPolicy ||= isPolicy;
			yield soundRowOf(number, next, keys, kinds);
		}
	}
	if (state !== 'ended')
		throw new ImportFileError(number, 'is the last line, but not the end of a dump: the file was cut off');
}

/** Errors never quote the line because an edited file may hold a plain code. */
function soundRowOf(number: number, row: Row, keys: AdminJob['keys'], kinds: readonly Kind<object>[]): Row {
	const { key } = row;
	if (!key.startsWith(claimPrefix)) {
		const value = soundIn(kinds, key, row.value);
		if (value === undefined)
			throw new ImportFileError(number, 'holds a row of an unknown kind or with an invalid shape');
		return { key, value };
	}
	const record = recordIn(row);
	if (record === undefined || record === 'damaged')
		throw new ImportFileError(number, 'is not a valid line of a dump');
	if (record.secret !== keys.check || !keys.opens(key.slice(claimPrefix.length), record.sealed))
		throw new ImportFileError(number, 'holds a claim whose code cannot be decrypted');
	return { key, value: record };
}

/** @returns the file's format */
function readHeader(number: number, line: string, secret: string): number {
	const { data: header } = headerSchema.safeParse(parseJson(line));
	if (header === undefined) throw new ImportFileError(number, 'is not the header of a dump by this version');
	if (header.secret !== secret)
		throw new StoreRefusedError(
			'The file was made with a different CLAIM_SECRET than this database. Set that one, and load the file into a new database',
		);
	return header.format;
}

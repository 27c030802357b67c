import type { AppError } from '../../src/base/errors.js';
import type { ClaimKeys } from '../../src/claims/claim-keys.js';
import { currentFormat, formatKey, formerFormats } from '../../src/claims/format.js';
import { rowsOfFormat8 } from '../../src/claims/migration.js';
import { policyKind } from '../../src/claims/policy.js';
import { type ClaimRecord, recordIn } from '../../src/claims/record.js';
import { Broken } from './edge.js';

// Rules for a store after a bot has run on it, whatever it contained before.

type Rows = ReadonlyMap<string, string>;

export interface RowsSeen {
	readonly before: Rows;
	readonly after: Rows;
	readonly keys: ClaimKeys;
	/** The keys that were reported. */
	readonly damaged: ReadonlySet<string>;
	/** The reason why the bot did not start, or undefined if it did. */
	readonly started: AppError | undefined;
}

/** Returns the class of the outcome. Throws Broken. */
export function judgeRows({ before, after, keys, damaged, started }: RowsSeen): string {
	if (started !== undefined && areNotesSound(before, keys)) {
		throw new Broken(`a bot does not start over a row of no concern (${started.name})`, started.message);
	}
	let unreadable = 0;
	// Settings of an earlier format are converted.
	const isToday = before.get(formatKey) === rowOf({ format: currentFormat });
	for (const [key, row] of before) {
		if (key.startsWith('claim:')) {
			const record = readClaim(key, row);
			if (record !== 'damaged') keepsClaim(key, record, after);
			else {
				unreadable += 1;
				staysAsItIs(key, row, after);
				if (started === undefined && !damaged.has(key))
					throw new Broken('a damaged claim is told to nobody', row);
			}
		} else if (key.startsWith('settings:') && (isToday || typeof valueIn(row) !== 'object'))
			staysAsItIs(key, row, after);
	}
	if (started !== undefined) return `refused: ${started.code}`;
	return `taken: ${unreadable > 0 ? 'with damaged claims' : damaged.size > 0 ? 'with other damaged rows' : 'whole'}`;
}

/** The store's own notes, without which nothing may be done. */
function areNotesSound(rows: Rows, keys: ClaimKeys): boolean {
	const formats = [...formerFormats, currentFormat].map((format) => rowOf({ format }));
	const secret = rowOf({ v: 1, check: keys.check });
	return formats.includes(rows.get(formatKey) ?? '') && rows.get('meta:secret') === secret;
}

const rowOf = (value: unknown): string => JSON.stringify({ value });

function staysAsItIs(key: string, row: string, after: Rows): void {
	if (after.get(key) !== row)
		throw new Broken(`a ${key.split(':')[0]} row that can't be read is changed`, row);
}

/** A readable claim still exists with its holders, and new holders took only free seats. */
function keepsClaim(key: string, { holders, reserved, locked, revokedBy }: ClaimRecord, after: Rows): void {
	const now = readClaim(key, after.get(key));
	if (now === 'damaged') throw new Broken('a claim is lost', key);
	const had = holders.map(({ userId }) => userId);
	const has = now.holders.map(({ userId }) => userId);
	if (had.some((userId) => !has.includes(userId))) throw new Broken('a holder is lost', key);
	if (has.length <= had.length) return;
	const chosen = policyKind.schema.safeParse(valueIn(after.get('policy'))).data;
	const seats = chosen?.seats?.[now.licenseType] ?? 1;
	if (locked || revokedBy !== undefined || has.length > seats)
		throw new Broken('a claim is given twice', `${has.length} on ${seats}`);
	if (reserved.some(({ until }) => until === undefined) && reserved.length + had.length > seats) {
		throw new Broken('a kept seat is given away', key);
	}
}

function readClaim(key: string, row: string | undefined): ClaimRecord | 'damaged' {
	const value = valueIn(row);
	return value === undefined
		? 'damaged'
		: (recordIn(rowsOfFormat8({ key, value }, { home: undefined, listed: undefined })[0] ?? { key, value }) ??
				'damaged');
}

function valueIn(row: string | undefined): unknown {
	try {
		return (JSON.parse(row ?? '') as { value?: unknown } | null)?.value;
	} catch {
		return undefined;
	}
}

import { z } from 'zod';
import { backupElsewhereKind, backupKind } from '../../storage/backups.js';
import { clockKind } from '../../storage/clock-watch.js';
import type { Store, StoredPair } from '../../storage/store.js';
import { type Kind, kindOf, rowIn } from '../../storage/table.js';
import { allDuePrefix, memberPrefix } from '../claim-indexes.js';
import type { ClaimKeys } from '../claim-keys.js';
import { currentFormat, formatKey, formerFormats } from '../format.js';
import { migrationKey } from '../migration.js';
import { claimPrefix, recordIn } from '../record.js';
import { secretKey } from '../secret-guard.js';

/** The store and the keys that an administrator’s command works with, and its report of progress. */
export interface AdminJob {
	readonly store: Store;
	readonly keys: ClaimKeys;
	readonly onProgress: Progress;
}

/** `total` is undefined if unknown. */
export type Progress = (done: number, total?: number) => void;

// JSON lines: a header, every row, an end line. Codes stay hashed and sealed as in the store, so the file is useless
// without CLAIM_SECRET.

export const headerSchema = z.object({
	/** An earlier version wrote exports, which have fewer kinds of rows. */
	kind: z.literal(['claimcheck-dump', 'claimcheck-export']),
	/** A file of a format before is converted as it is read. */
	format: z.literal([...formerFormats, currentFormat]),
	secret: z.string(),
});

export const lineSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('claim'), hash: z.string().regex(/^[0-9a-f]{64}$/), record: z.unknown() }),
	z.object({ kind: z.literal('row'), key: z.string().min(1), value: z.unknown() }),
	/** Without this line the file is truncated. */
	z.object({ kind: z.literal('end'), lines: z.int().nonnegative() }),
]);

type DumpLine = z.infer<typeof lineSchema>;

export interface Dumped {
	readonly claims: number;
	readonly rows: number;
	/** Keys of unreadable rows, which are left out. */
	readonly damaged: readonly string[];
}

/** Entries follow from the claims; the header has the format and the secret's check value. */
const derived = [memberPrefix, allDuePrefix];
const ownNotes = new Set([secretKey, formatKey, migrationKey, 'meta:ping']);
/** Times of this database's backups and of its processes, which are wrong of another one. Earlier versions dumped them. */
export const leftOut: ReadonlySet<string> = new Set(
	[backupKind, backupElsewhereKind, clockKind].map(({ prefix }) => prefix),
);

/** Passes all rows to `write` line by line, without line endings. Concurrent writes may be missing. */
export async function dump(
	{ store, keys, onProgress }: AdminJob,
	kinds: readonly Kind<object>[],
	write: (line: string) => Promise<unknown>,
): Promise<Dumped> {
	const damaged: string[] = [];
	let [claims, rows] = [0, 0];
	const header: z.infer<typeof headerSchema> = {
		kind: 'claimcheck-dump',
		format: currentFormat,
		secret: keys.check,
	};
	await write(JSON.stringify(header));
	for await (const pair of store.list('')) {
		const { key } = pair;
		if (ownNotes.has(key) || leftOut.has(key) || derived.some((prefix) => key.startsWith(prefix))) continue;
		const line = lineOf(pair, kinds);
		if (line === undefined) {
			damaged.push(key);
			continue;
		}
		await write(JSON.stringify(line));
		if (line.kind === 'row') rows += 1;
		else onProgress(++claims);
	}
	await write(JSON.stringify({ kind: 'end', lines: claims + rows } satisfies DumpLine));
	return { claims, rows, damaged };
}

/** @returns undefined if the pair can't be read or is of no known kind */
function lineOf(pair: StoredPair, kinds: readonly Kind<object>[]) {
	const { key } = pair;
	if (key.startsWith(claimPrefix)) {
		const record = recordIn(pair);
		if (record === undefined || record === 'damaged') return undefined;
		return { kind: 'claim', hash: key.slice(claimPrefix.length), record } as const;
	}
	const value = pair.corrupt ? undefined : soundIn(kinds, key, pair.value);
	return value && ({ kind: 'row', key, value } as const);
}

/** The value as its kind's schema reads it; undefined if it has another shape, or is none that a dump carries. */
export function soundIn(kinds: readonly Kind<object>[], key: string, value: unknown): object | undefined {
	const kind = ownNotes.has(key) ? undefined : kindOf(kinds, key);
	const row = kind && !derived.includes(kind.prefix) ? rowIn(kind, { key, value }) : undefined;
	return row === 'damaged' ? undefined : row;
}

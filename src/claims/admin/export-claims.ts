import { z } from 'zod';
import type { StoredPair } from '../../storage/store.js';
import { currentFormat, formerFormats } from '../format.js';
import { recordIn } from '../record.js';
import { allDuePrefix, claimPrefix, memberPrefix } from '../store-keys.js';
import { type AdminJob, countClaims } from './admin-job.js';

// JSON lines: a header, the claims and other rows, an end line. Codes stay hashed and sealed as in the store, so the
// file is useless without CLAIM_SECRET.

/** Not exported: rows that are rebuilt, belong to the store itself, expire soon or are created again. */
const ownOnly: readonly string[] = [
	memberPrefix,
	allDuePrefix,
	'meta:',
	'attempts:',
	'looked-up:',
	'alert:',
	'greeted:',
	'items-seen:',
	'news-log',
	'announced:',
	'refusals:',
	'role-troubles:',
	'reconciler:',
	'recheck:',
	'revocations',
];

export const headerSchema = z.object({
	kind: z.literal('claimcheck-export'),
	/** An export of a version before is converted as it is read. */
	format: z.literal([...formerFormats, currentFormat]),
	secret: z.string(),
});

export const lineSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('claim'), hash: z.string().regex(/^[0-9a-f]{64}$/), record: z.unknown() }),
	/** Guild settings, pending roles, statistics: see `CarriedRow`. */
	z.object({ kind: z.literal('row'), key: z.string().min(1), value: z.unknown() }),
	/** Without this line the file is truncated. */
	z.object({ kind: z.literal('end'), lines: z.int().nonnegative() }),
]);

export type ExportLine = z.infer<typeof lineSchema>;

export interface Exported {
	readonly claims: number;
	readonly rows: number;
	/** Keys of unreadable rows, which are left out of the export. */
	readonly damaged: readonly string[];
}

/** Passes the export to `write` line by line, without line endings. Concurrent writes may be missing. */
export async function exportClaims(
	{ store, keys, onProgress }: AdminJob,
	carried: readonly CarriedRow[],
	write: (line: string) => Promise<void>,
): Promise<Exported> {
	const total = await countClaims(store);
	const damaged: string[] = [];
	let claims = 0;
	let rows = 0;
	const header: z.infer<typeof headerSchema> = {
		kind: 'claimcheck-export',
		format: currentFormat,
		secret: keys.check,
	};
	await write(JSON.stringify(header));
	for await (const pair of store.list('')) {
		if (ownOnly.some((prefix) => pair.key.startsWith(prefix))) continue;
		const line = lineOf(pair, carried);
		if (line === undefined) {
			damaged.push(pair.key);
			continue;
		}
		await write(JSON.stringify(line));
		if (line.kind === 'row') rows += 1;
		else {
			claims += 1;
			onProgress(claims, total);
		}
	}
	await write(JSON.stringify({ kind: 'end', lines: claims + rows } satisfies ExportLine));
	return { claims, rows, damaged };
}

/** @returns undefined if the pair can't be read or is of a kind that isn't exported */
function lineOf(pair: StoredPair, carried: readonly CarriedRow[]) {
	if (pair.corrupt) return undefined;
	if (!pair.key.startsWith(claimPrefix)) {
		const row = readRow(carried, pair.key, pair.value);
		return row.kind === 'sound' ? ({ kind: 'row', key: pair.key, value: row.value } as const) : undefined;
	}
	const record = recordIn(pair);
	if (record === undefined || record === 'damaged') return undefined;
	return { kind: 'claim', hash: pair.key.slice(claimPrefix.length), record } as const;
}

/** A kind of row other than a claim that goes into an export: the pattern of its key and the schema of its value. */
export interface CarriedRow {
	readonly key: RegExp;
	readonly value: z.ZodType;
}

/** Validates a row for an export. `misshapen`: known kind, invalid value; `other`: unknown kind. */
export function readRow(
	kinds: readonly CarriedRow[],
	key: string,
	value: unknown,
): { readonly kind: 'sound'; readonly value: unknown } | { readonly kind: 'misshapen' | 'other' } {
	const found = kinds.find((it) => it.key.test(key));
	if (found === undefined) return { kind: 'other' };
	const parsed = found.value.safeParse(value);
	return parsed.success ? { kind: 'sound', value: parsed.data } : { kind: 'misshapen' };
}

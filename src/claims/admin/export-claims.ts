import { z } from 'zod';
import type { StoredPair } from '../../storage/store.js';
import { type Kind, kindOf, rowIn } from '../../storage/table.js';
import { currentFormat, formerFormats } from '../format.js';
import { recordIn } from '../record.js';
import { claimPrefix } from '../store-keys.js';
import { type AdminJob, countClaims } from './admin-job.js';

// JSON lines: a header, the claims and other rows, an end line. Codes stay hashed and sealed as in the store, so the
// file is useless without CLAIM_SECRET.

export const headerSchema = z.object({
	kind: z.literal('claimcheck-export'),
	/** An export of a version before is converted as it is read. */
	format: z.literal([...formerFormats, currentFormat]),
	secret: z.string(),
});

export const lineSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('claim'), hash: z.string().regex(/^[0-9a-f]{64}$/), record: z.unknown() }),
	/** Guild settings, pending roles, statistics: see `Kind.carried`. */
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
	kinds: readonly Kind<object>[],
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
		const line = lineOf(pair, kinds);
		if (line === 'left') continue;
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

/** @returns undefined if the pair can't be read or is of no known kind; `left` if its kind isn't exported */
function lineOf(pair: StoredPair, kinds: readonly Kind<object>[]) {
	if (!pair.key.startsWith(claimPrefix)) {
		const kind = kindOf(kinds, pair.key);
		// The store's own sign of life is no kind.
		if (pair.key.startsWith('meta:') || (kind !== undefined && kind.carried === undefined)) return 'left';
		const row = pair.corrupt ? undefined : readRow(kinds, pair.key, pair.value);
		return row?.kind === 'sound' ? ({ kind: 'row', key: pair.key, value: row.value } as const) : undefined;
	}
	const record = recordIn(pair);
	if (record === undefined || record === 'damaged') return undefined;
	return { kind: 'claim', hash: pair.key.slice(claimPrefix.length), record } as const;
}

/** Validates a row for an export. `misshapen`: known kind, invalid value; `other`: unknown kind. */
export function readRow(
	kinds: readonly Kind<object>[],
	key: string,
	value: unknown,
): { readonly kind: 'sound'; readonly value: unknown } | { readonly kind: 'misshapen' | 'other' } {
	const kind = kindOf(kinds, key);
	if (!kind?.carried?.test(key.slice(kind.prefix.length))) return { kind: 'other' };
	const row = rowIn(kind, { key, value });
	return row === undefined || row === 'damaged' ? { kind: 'misshapen' } : { kind: 'sound', value: row };
}

import { z } from 'zod';
import type { StoredPair } from '../../storage/store.js';
import { currentFormat } from '../format.js';
import { anyRecordSchema, recordIn } from '../record.js';
import { bucketPrefix, claimPrefix, memberPrefix } from '../store-keys.js';
import { countClaims, type Work } from './work.js';

// JSON lines: a header, the claims and whatever else the store keeps, an end. Codes are in it as they are in the store,
// hashed and sealed, so that the file is of no use without CLAIM_SECRET.

/**
 * Lists follow from the claims, the store's notes are its own, and counts of wrong codes and of
 * unlinked purchases and changes that wait for their confirmation are soon forgotten.
 */
const leftOut = [memberPrefix, bucketPrefix, 'meta:', 'attempts:', 'unlinks:', 'proposal:'];

export const headerSchema = z.object({
	kind: z.literal('claimcheck-export'),
	/** Exports of the formats before are read too: their records are. */
	format: z.literal([2, 3, currentFormat]),
	/** The check value of the secret that the codes are protected by. */
	secret: z.string(),
});

const carriedKey = z
	.string()
	.regex(/^[\x21-\x7e]{1,200}$/)
	.refine((key) => ![claimPrefix, ...leftOut].some((prefix) => key.startsWith(prefix)));

export const lineSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('claim'), hash: z.string().regex(/^[0-9a-f]{64}$/), record: anyRecordSchema }),
	/** Settings of servers, roles that still wait, statistics: carried as it is. */
	z.object({ kind: z.literal('row'), key: carriedKey, value: z.json() }),
	/** Without it the file was cut off. */
	z.object({ kind: z.literal('end'), lines: z.int().nonnegative() }),
]);

export type ExportLine = z.infer<typeof lineSchema>;

export interface Exported {
	readonly claims: number;
	/** What else was carried along. */
	readonly rows: number;
	/** The keys of what can't be read and is not in the export. */
	readonly damaged: readonly string[];
}

/** Hands everything to `write`, line by line, without line ends. What is written meanwhile may be missing. */
export async function exportClaims(
	{ store, keys, onProgress }: Work,
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
		if (leftOut.some((prefix) => pair.key.startsWith(prefix))) continue;
		const line = lineOf(pair);
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

/** Undefined where the pair can't be read. */
function lineOf(pair: StoredPair) {
	if (pair.corrupt) return undefined;
	if (!pair.key.startsWith(claimPrefix)) return { kind: 'row', key: pair.key, value: pair.value } as const;
	const record = recordIn(pair);
	if (record === undefined || record === 'damaged') return undefined;
	return { kind: 'claim', hash: pair.key.slice(claimPrefix.length), record } as const;
}

import { z } from 'zod';
import { currentFormat } from '../format.js';
import { recordIn, recordSchema } from '../record.js';
import { claimPrefix } from '../store-keys.js';
import { countClaims, type Work } from './work.js';

// JSON lines: a header, the claims, an end. Codes are in it as they are in the store, hashed and sealed, so that the
// file is of no use without CLAIM_SECRET. Lists are not in it: they follow from the claims.

export const headerSchema = z.object({
	kind: z.literal('claimcheck-export'),
	format: z.literal(currentFormat),
	/** The check value of the secret that the codes are protected by. */
	secret: z.string(),
});

export const lineSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('claim'), hash: z.string().regex(/^[0-9a-f]{64}$/), record: recordSchema }),
	/** Without it the file was cut off. */
	z.object({ kind: z.literal('end'), claims: z.int().nonnegative() }),
]);

export interface Exported {
	readonly claims: number;
	/** The keys of claims that can't be read and are not in the export. */
	readonly damaged: readonly string[];
}

/** Hands every claim to `write`, line by line, without line ends. A claim that is made meanwhile may be missing. */
export async function exportClaims(
	{ store, keys, onProgress }: Work,
	write: (line: string) => Promise<void>,
): Promise<Exported> {
	const total = await countClaims(store);
	const damaged: string[] = [];
	let claims = 0;
	const header: z.infer<typeof headerSchema> = {
		kind: 'claimcheck-export',
		format: currentFormat,
		secret: keys.check,
	};
	await write(JSON.stringify(header));
	for await (const pair of store.list(claimPrefix)) {
		const record = recordIn(pair);
		if (record === undefined) continue;
		if (record === 'damaged') {
			damaged.push(pair.key);
			continue;
		}
		await write(JSON.stringify({ kind: 'claim', hash: pair.key.slice(claimPrefix.length), record }));
		claims += 1;
		onProgress(claims, total);
	}
	await write(JSON.stringify({ kind: 'end', claims }));
	return { claims, damaged };
}

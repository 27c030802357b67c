import { z } from 'zod';
import { ClaimKeys } from '../claim-keys.js';
import { currentFormat } from '../format.js';
import type { ExaminedBackup } from './examine-backup.js';
import { lineSchema } from './export-claims.js';
import { parseJson } from './import-claims.js';

/** Of every version, also a newer one. */
const anyHeader = z.object({
	kind: z.literal('claimcheck-export'),
	format: z.int().positive(),
	secret: z.string(),
});

/** Reads an export as an import would, without a store. Rejects with the file's errors. */
export async function examineExport(
	lines: AsyncIterable<string>,
	claimSecret: string,
): Promise<ExaminedBackup> {
	const keys = new ClaimKeys(claimSecret);
	const rest = lines[Symbol.asyncIterator]();
	try {
		const header = anyHeader.safeParse(parseJson(String((await rest.next()).value))).data;
		if (header === undefined) return { state: 'foreign' };
		const { format } = header;
		if (header.secret !== keys.check) return { state: 'other-secret', format };
		if (format > currentFormat) return { state: 'newer-format', format };
		const purchases = await count(rest);
		return purchases === undefined ? { state: 'damaged', format } : { state: 'good', format, purchases };
	} finally {
		await rest.return?.();
	}
}

/** The purchases up to the end line; undefined if that is missing, or a line is no export's. */
async function count(rest: AsyncIterator<string>): Promise<number | undefined> {
	let claims = 0;
	for (let lines = 0; ; lines += 1) {
		const next = await rest.next();
		const line = next.done ? undefined : lineSchema.safeParse(parseJson(next.value)).data;
		if (line === undefined) return undefined;
		if (line.kind === 'end') return line.lines === lines ? claims : undefined;
		if (line.kind === 'claim') claims += 1;
	}
}

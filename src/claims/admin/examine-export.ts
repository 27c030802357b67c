import { z } from 'zod';
import { StoreRefusedError } from '../../base/errors.js';
import { ClaimKeys } from '../claim-keys.js';
import { currentFormat } from '../format.js';
import type { BackupState, ExaminedBackup } from './examine-backup.js';
import type { CarriedRow } from './export-row.js';
import { ImportFileError, isPreamble, parseJson, readExport } from './import-claims.js';

/** Of every version, also a newer one. */
const anyHeader = z.object({
	kind: z.literal('claimcheck-export'),
	format: z.int().positive(),
	secret: z.string(),
});

/** Reads an export as an import does, without a store. Rejects with the file's errors. */
export async function examineExport(
	lines: AsyncIterable<string>,
	claimSecret: string,
	carried: readonly CarriedRow[],
): Promise<ExaminedBackup> {
	const keys = new ClaimKeys(claimSecret);
	let first = '';
	const noted = async function* (): AsyncGenerator<string> {
		for await (const line of lines) {
			if (first === '' && !isPreamble(line)) first = line;
			yield line;
		}
	};
	let purchases = 0;
	let isWhole = false;
	try {
		for await (const { kind } of readExport(keys, carried, noted())) if (kind === 'claim') purchases += 1;
		isWhole = true;
	} catch (error) {
		if (!(error instanceof ImportFileError) && !(error instanceof StoreRefusedError)) throw error;
	}
	const header = anyHeader.safeParse(parseJson(first)).data;
	if (header === undefined) return { state: 'foreign' };
	const { format } = header;
	return isWhole ? { state: 'good', format, purchases } : { state: faultOf(header, keys), format };
}

/** Why an import rejects the file. */
function faultOf({ format, secret }: z.infer<typeof anyHeader>, keys: ClaimKeys): BackupState {
	if (secret !== keys.check) return 'other-secret';
	return format > currentFormat ? 'newer-format' : 'damaged';
}

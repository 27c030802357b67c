import { z } from 'zod';
import { StoreCorruptError } from '../../base/errors.js';
import { timestamp } from '../../base/row-fields.js';
import type { Store } from '../store.js';
import { update, type ValueStore } from '../update.js';

const key = 'meta:backup';
export const backupNoteSchema = z.strictObject({ v: z.literal(1), at: timestamp });

/** Notes in the store itself when it was last backed up, whoever did it: a check-up then looks for no files. */
export async function noteBackup(store: ValueStore, at: number): Promise<void> {
	const next: z.infer<typeof backupNoteSchema> = { v: 1, at };
	await update(store, key, () => ({ next, result: undefined }));
}

/** Milliseconds since the epoch; undefined: never. Rejects with the store's errors. */
export async function lastBackupAt(store: Pick<Store, 'get'>): Promise<number | undefined> {
	const stored = await store.get(key);
	if (stored === undefined) return undefined;
	const parsed = backupNoteSchema.safeParse(stored);
	if (parsed.success) return parsed.data.at;
	throw new StoreCorruptError('The store’s note of its last backup is damaged', { cause: parsed.error });
}

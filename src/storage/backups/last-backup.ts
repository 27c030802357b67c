import { z } from 'zod';
import { StoreCorruptError } from '../../base/errors.js';
import { timestamp } from '../../base/row-fields.js';
import type { Store } from '../store.js';
import { update, type ValueStore } from '../update.js';

const key = 'meta:backup';
/** Of the last one that was made on another disk than the database's. */
const elsewhereKey = 'meta:backup-elsewhere';
export const backupNoteSchema = z.strictObject({ v: z.literal(1), at: timestamp });

/**
 * Records the time of a backup in the store, whatever made it, so that a check-up need not look for files.
 * `isElsewhere`: on another disk than the database.
 */
export async function noteBackup(store: ValueStore, at: number, isElsewhere = false): Promise<void> {
	const next: z.infer<typeof backupNoteSchema> = { v: 1, at };
	await update(store, key, () => ({ next, result: undefined }));
	if (isElsewhere) await update(store, elsewhereKey, () => ({ next, result: undefined }));
}

/** Milliseconds since the epoch; undefined if never. Rejects with the store's errors. */
export async function lastBackupAt(store: Pick<Store, 'get'>): Promise<number | undefined> {
	return await noted(store, key);
}

/** Like `lastBackupAt`, for backups on another disk than the database's. */
export async function lastBackupElsewhereAt(store: Pick<Store, 'get'>): Promise<number | undefined> {
	return await noted(store, elsewhereKey);
}

async function noted(store: Pick<Store, 'get'>, under: string): Promise<number | undefined> {
	const stored = await store.get(under);
	if (stored === undefined) return undefined;
	const parsed = backupNoteSchema.safeParse(stored);
	if (parsed.success) return parsed.data.at;
	throw new StoreCorruptError('The record of the last backup is damaged', { cause: parsed.error });
}

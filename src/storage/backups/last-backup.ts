import { z } from 'zod';
import { timestamp } from '../../base/row-fields.js';
import type { ListedStore } from '../store.js';
import { defineKind, Table } from '../table.js';

/** When the last backup was made, whatever made it, so that a check-up need not look for files. */
export const backupKind = defineKind({
	prefix: 'meta:backup',
	schema: z.strictObject({ v: z.literal(1), at: timestamp }),
	damaged: 'rejects',
});

/** As above, of backups on another disk than the database's. */
export const backupElsewhereKind = defineKind({ ...backupKind, prefix: 'meta:backup-elsewhere' });

/** Records the time of a backup. `isElsewhere`: on another disk than the database. */
export async function noteBackup(store: ListedStore, at: number, isElsewhere = false): Promise<void> {
	await store.transact(async (tx) => {
		for (const kind of isElsewhere ? [backupKind, backupElsewhereKind] : [backupKind])
			new Table(kind, store).put(tx, '', { v: 1, at });
	});
}

/** Milliseconds since the epoch; undefined if never. Rejects with the store's errors. */
export async function lastBackupAt(store: ListedStore, kind = backupKind): Promise<number | undefined> {
	return (await new Table(kind, store).get(''))?.at;
}

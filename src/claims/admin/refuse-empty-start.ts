import { AppError, StoreRefusedError } from '../../base/errors.js';
import { BackupFile } from '../../storage/backups/backup-file.js';
import { listBackups } from '../../storage/backups/list-backups.js';
import { sqliteFileOf } from '../../storage/open.js';
import { findDatabase } from '../../storage/sqlite-file.js';
import { claimPrefix } from '../store-keys.js';
import { type BackupState, examineBackup } from './examine-backup.js';

/** Backups whose purchases the secret may open. */
const mayHold: ReadonlySet<BackupState> = new Set(['good', 'newer-format', 'older-format']);

/**
 * Rejects with StoreRefusedError if the SQLite database is missing or has no purchases, although a backup beside it has
 * some and CLAIM_SECRET fits: every used code could be verified again. Creates nothing. Backups of another secret are
 * those of another bot, or of a secret that was given up.
 */
export async function refuseEmptyStart(databaseUrl: string, claimSecret: string): Promise<void> {
	const file = sqliteFileOf(databaseUrl);
	if (file === undefined || (await mayHavePurchases(file))) return;
	for (const { path, isReplaced } of await listBackups(file)) {
		const { state, purchases = 0 } = await examineBackup(() => BackupFile.open(path), claimSecret);
		if (purchases === 0 || !mayHold.has(state)) continue;
		const away = isReplaced ? 'that file' : 'the folder `backups`';
		throw new StoreRefusedError(
			`The database ${file} is missing or has no purchases, but its backup ${path} has ${purchases}, and CLAIM_SECRET fits. Run \`npm run claims -- restore\`. To begin anew, move ${away} away`,
		);
	}
}

/** True for a database that can't be read, too: opening it says why. */
async function mayHavePurchases(file: string): Promise<boolean> {
	if ((await findDatabase(file)) !== 'database') return false;
	let database: BackupFile | undefined;
	try {
		database = await BackupFile.open(file);
		return (await database.first(claimPrefix, 1)).length > 0;
	} catch (error) {
		if (error instanceof AppError) throw error;
		// A database without the bot's table.
		return !(error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR');
	} finally {
		await database?.close().catch(() => {});
	}
}

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';
import type { Clock } from '../base/clock.js';
import { isRecent } from '../base/time/is-recent.js';
import { examineBackup } from '../claims/admin/examine-backup.js';
import type { Settings } from '../config.js';
import type { BackupProbes } from '../guilds/checkup/findings.js';
import { BackupFile } from '../storage/backups/backup-file.js';
import { areOnOneDisk, backupPlace, listBackups } from '../storage/backups/backup-path.js';
import { lastBackupElsewhereAt } from '../storage/backups/last-backup.js';
import { sqliteFileOf } from '../storage/open.js';
import type { Store } from '../storage/store.js';

/** A backup on another disk counts for this long. */
const elsewhereMs = 30 * 86_400_000;

/** Probes of the backups beside an SQLite file; undefined for other databases. */
export function createBackupProbes(
	settings: Pick<Settings, 'DATABASE_URL' | 'CLAIM_SECRET'>,
	{ store, clock }: { readonly store: Pick<Store, 'get'>; readonly clock: Pick<Clock, 'now'> },
): BackupProbes | undefined {
	const file = sqliteFileOf(settings.DATABASE_URL);
	if (file === undefined) return undefined;
	return {
		async newest() {
			const newest = (await listBackups(file)).find(({ isReplaced }) => !isReplaced);
			if (newest === undefined) return undefined;
			return (await examineBackup(() => BackupFile.open(newest.path), settings.CLAIM_SECRET)).state;
		},
		async shareDiskWithSecret() {
			// A container or a service gets the secret from elsewhere.
			if (!(await isSecretInEnvFile())) return false;
			const elsewhere = await lastBackupElsewhereAt(store);
			if (elsewhere !== undefined && isRecent(elsewhere, clock.now(), elsewhereMs)) return false;
			const { folder } = backupPlace(file);
			return await areOnOneDisk('.env', existsSync(folder) ? folder : dirname(folder));
		},
	};
}

async function isSecretInEnvFile(): Promise<boolean> {
	const text = await readFile('.env', 'utf8').catch(() => '');
	return Boolean(parseEnv(text)['CLAIM_SECRET']?.trim());
}

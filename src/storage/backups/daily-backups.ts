import { mkdir, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { ClockGuard } from '../../base/time/clock-guard.js';
import { backupSqlite } from '../sqlite-backup.js';
import { requireDatabase } from '../sqlite-file.js';
import type { Store } from '../store.js';
import { backupPath, backupPlace, backupTime, filesIn, noteBackup } from './backup-path.js';

const dayMs = 86_400_000;
const keptDays = 14;
/** For backups made before a change of the database format: the way back to the previous version. */
const keptDaysBeforeFormat = 90;

/** The end of a name that may be deleted. A killed process leaves a partial file. */
const ownEnd =
	/^-\d{4}-[01]\d-[0-3]\dT[0-2]\d[0-5]\d[0-5]\dZ(-before-format-\d+)?\.sqlite(\.partial(-journal)?)?$/;

interface BackupsGround {
	readonly store: Store;
	readonly clock: Pick<Clock, 'now'>;
	readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
	readonly logger: Pick<Logger, 'info'>;
}

/**
 * Makes a backup if there is none from today, and deletes those that are older than fourteen days, if their names are of
 * its own pattern. Rejects as `backupSqlite` does.
 * @param file the SQLite database; its backups are in the folder `backups` beside it
 */
export async function makeDailyBackup(file: string, ground: BackupsGround): Promise<void> {
	const { folder, stem } = backupPlace(file);
	const isOwn = (name: string) => name.startsWith(stem) && ownEnd.test(name.slice(stem.length));
	const own = await Promise.all(
		(await filesIn(folder, isOwn)).map(async (path) => ({ path, at: await backupTime(path) })),
	);
	const now = ground.clock.now();
	if (own.some(({ path, at }) => path.endsWith('Z.sqlite') && now - at < dayMs)) return;
	const target = backupPath(file, now);
	await makeBackup(file, target);
	await noteBackup(ground.store, now);
	ground.logger.info({ target }, 'Backed up the database');
	// Only after success: while backups fail, the old ones are all there is. Nor by a clock that may be off.
	if (!ground.clockGuard.isTrusted()) return;
	for (const { path, at } of own) {
		const days = path.includes('-before-format-') ? keptDaysBeforeFormat : keptDays;
		if (now - at > days * dayMs) await rm(path, { force: true });
	}
}

/** Makes a backup, and its folder if needed; only the owner can read them. Rejects as `backupSqlite` does. */
export async function makeBackup(file: string, target: string): Promise<void> {
	// A mistyped address makes no folders.
	await requireDatabase(resolve(file));
	await mkdir(dirname(target), { recursive: true, mode: 0o700 });
	await backupSqlite(file, target);
}

import type { Clock } from '../base/clock.js';
import { StoreUnavailableError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { Upgrade } from '../claims/format.js';
import type { Settings } from '../config.js';
import { backupPath } from '../storage/backups/backup-path.js';
import { DailyBackups, makeBackup } from '../storage/backups/daily-backups.js';
import { sqliteFileOf } from '../storage/open.js';
import type { Store } from '../storage/store.js';

const hourMs = 60 * 60_000;

/** The daily backups according to the settings; undefined if disabled. Not started yet. */
export function createBackups(
	settings: Pick<Settings, 'DATABASE_URL' | 'BACKUPS' | 'SHARDS'>,
	parts: {
		readonly store: Store;
		readonly logger: Logger;
		readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
		readonly clock: Clock;
	},
) {
	const { store, logger, clockGuard, clock } = parts;
	const file = sqliteFileOf(settings.DATABASE_URL);
	// One backup a day is enough, however many processes share the file.
	if (file === undefined || !settings.BACKUPS || !settings.SHARDS.isFirst) return undefined;
	const daily = new DailyBackups({ file, store, clock, clockGuard, logger });
	const work = () =>
		daily.makeIfDue().catch((error: unknown) => {
			logger.error({ err: error }, 'The database could not be backed up. Next attempt in an hour');
		});
	return new PeriodicTask({ name: 'backing up', everyMs: hourMs, work, logger, delay: clock.delay });
}

/** Runs before the database format changes: makes a backup for the previous version, and logs one line. */
export function createUpgradeBackup(
	settings: Pick<Settings, 'DATABASE_URL' | 'BACKUPS'>,
	{ logger, clock }: { readonly logger: Logger; readonly clock: Pick<Clock, 'now'> },
): (upgrade: Upgrade) => Promise<void> {
	return async ({ from, to }) => {
		const file = settings.BACKUPS ? sqliteFileOf(settings.DATABASE_URL) : undefined;
		const backup = file === undefined ? undefined : backupPath(file, clock.now(), `before-format-${to}`);
		if (file !== undefined && backup !== undefined) {
			await makeBackup(file, backup).catch((cause: unknown) => {
				throw new StoreUnavailableError(
					'The database could not be backed up before its format change, so it was not upgraded. Free up space, or set BACKUPS=false',
					{ cause },
				);
			});
		}
		logger.info({ from, to, backup }, 'Upgrading the database. Older versions will reject it from now on');
	};
}

import type { Clock } from '../base/clock.js';
import { StoreCorruptError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import { type BackgroundTask, PeriodicTask } from '../base/time/periodic-task.js';
import type { Settings } from '../config.js';
import { DailyBackups } from '../storage/backups/daily-backups.js';
import { sqliteFileOf } from '../storage/open.js';
import type { Store } from '../storage/store.js';

const hourMs = 60 * 60_000;
/** How long a stop waits for a backup. */
const stopMs = 4_000;

/** The daily backups according to the settings; undefined if disabled. Not started yet. */
export function createBackups(
	settings: Pick<Settings, 'DATABASE_URL' | 'BACKUPS'>,
	parts: {
		readonly store: Store;
		readonly report: { databaseDamaged(): void };
		readonly logger: Logger;
		readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
		readonly clock: Clock;
	},
): BackgroundTask | undefined {
	const { store, report, logger, clockGuard, clock } = parts;
	const file = sqliteFileOf(settings.DATABASE_URL);
	// One backup a day is enough, however many processes share the file.
	if (file === undefined || !settings.BACKUPS) return undefined;
	const daily = new DailyBackups({ file, store, clock, clockGuard, logger });
	const work = () =>
		daily.makeIfDue().catch((error: unknown) => {
			logger.error({ err: error }, 'The database could not be backed up. Next attempt in an hour');
			if (error instanceof StoreCorruptError) report.databaseDamaged();
		});
	const task = new PeriodicTask({ name: 'backups', everyMs: hourMs, work, logger, clock });
	return {
		name: task.name,
		start: () => task.start(),
		// A large database may take long; an unfinished backup is discarded, and the next start makes another.
		stop: () => Promise.race([task.stop(), clock.delay(stopMs)]),
	};
}

import { hourMs } from './base/clock.js';
import { type Fail, StoreCorruptError, StoreRefusedError, StoreUnavailableError } from './base/errors.js';
import { type BackgroundTask, PeriodicTask } from './base/time/periodic-task.js';
import { refuseNewerFormat } from './claims/format.js';
import { noteOfSecret } from './claims/secret-guard.js';
import type { Settings } from './config.js';
import type { Ground } from './ground.js';
import type { Alerts } from './messages/alerts.js';
import type { OutageReport } from './operate/dependency-states.js';
import { makeDailyBackup } from './storage/backups.js';
import { fileToBackUp } from './storage/open.js';
import { type Kind, Table } from './storage/table.js';

const watchedMs = 5_000;

/**
 * Watches what others do with the store. Once a newer version has changed its format, or CLAIM_SECRET was changed, this
 * process must end. From an emptied store it must give nothing away: every code would count as new.
 */
export function createStoreWatch(
	parts: Ground & {
		/** Check value of this process's secret. */
		readonly check: string;
		readonly report: OutageReport;
		readonly fail: Fail;
	},
) {
	const { store, check, states, report, fail, logger, clock } = parts;
	const work = async (): Promise<void> => {
		try {
			await refuseNewerFormat(store);
			const note = await noteOfSecret(store, check);
			if (note !== undefined) return states.worked('database', 'contents');
			states.failed('database', 'contents', 'it was emptied while the bot was running: restore a backup');
			states.alert(report);
		} catch (error) {
			if (error instanceof StoreRefusedError) fail(error);
			// The store logs its own outages.
			else if (!(error instanceof StoreUnavailableError)) throw error;
		}
	};
	return new PeriodicTask({ name: 'looking at the database', everyMs: watchedMs, work, logger, clock });
}

/** How long a stop waits for a backup. */
const stopMs = 4_000;

/** The daily backups according to the settings; undefined if disabled. Not started yet. */
export function createBackups(
	settings: Pick<Settings, 'DATABASE_URL' | 'BACKUPS'>,
	ground: Ground & { readonly alerts: Alerts },
): BackgroundTask | undefined {
	const { alerts, logger, clock } = ground;
	const file = fileToBackUp(settings);
	// One backup a day is enough, however many processes share the file.
	if (file === undefined) return undefined;
	const work = () =>
		makeDailyBackup(file, ground).catch((error: unknown) => {
			// The failure of the copy itself, since the log plays down an outage of the database.
			const err = error instanceof StoreUnavailableError ? (error.cause ?? error) : error;
			logger.error({ err }, 'The database could not be backed up. Next attempt in an hour');
			if (error instanceof StoreCorruptError) void alerts.raise(undefined, { kind: 'damaged' });
		});
	const task = new PeriodicTask({ name: 'backups', everyMs: hourMs, work, logger, clock });
	return {
		name: task.name,
		start: () => task.start(),
		// A large database may take long; an unfinished backup is discarded, and the next start makes another.
		stop: () => Promise.race([task.stop(), clock.delay(stopMs)]),
	};
}

/** Removes expired rows once an hour, unless the clock is wrong: then nothing is known to have expired. */
export function createPruning(kinds: readonly Kind<object>[], { store, logger, clock }: Ground) {
	return new PeriodicTask({
		everyMs: hourMs,
		name: 'pruning',
		work: async () => {
			for (const kind of kinds.filter(({ until }) => until !== undefined)) {
				// A response of Discord may show during the round that the clock is wrong.
				if (!clock.isTrusted()) return;
				await new Table(kind, store, clock)
					.prune()
					.catch((err) => logger.warn({ err, rows: kind.prefix }, 'Expired rows could not be removed'));
			}
		},
		logger,
		clock,
	});
}

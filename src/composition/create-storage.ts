import type { Clock } from '../base/clock.js';
import { StoreCorruptError, StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import type { BackgroundTask } from '../base/time/periodic-task.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { WrongConfiguration } from '../base/wrong-configuration.js';
import { type ClaimStore, type ClaimStoreOptions, openClaimStore } from '../claims/claim-store.js';
import { type FormatOptions, refuseNewerFormat, type UpgradeReport } from '../claims/format.js';
import { noteOfSecret } from '../claims/secret-guard.js';
import type { Settings } from '../config.js';
import type { OutageReport } from '../dependencies/dependency-states.js';
import type { Ground } from '../ground.js';
import { backupPath } from '../storage/backups/backup-path.js';
import { DailyBackups, makeBackup } from '../storage/backups/daily-backups.js';
import { sqliteFileOf } from '../storage/open.js';
import type { Store } from '../storage/store.js';
import { type Kind, Table } from '../storage/table.js';

type ClaimSettings = Pick<Settings, 'CLAIM_SECRET' | 'DATABASE_URL' | 'BACKUPS'>;

/** Opens the claims like `openClaimStore`, with a backup before a change of the database's format. */
export function openClaims(
	settings: ClaimSettings,
	parts: Omit<ClaimStoreOptions, 'claimSecret' | 'upgrading'> & {
		readonly logger: Pick<Logger, 'info'>;
		readonly clock: Clock;
	},
): Promise<ClaimStore> {
	const upgrading = createUpgrading(settings, parts);
	return openClaimStore({ ...parts, claimSecret: settings.CLAIM_SECRET, upgrading });
}

const logEveryMs = 10_000;

/** Makes the backup for the previous version, and logs what happens to the database. */
export function createUpgrading(
	settings: Pick<Settings, 'DATABASE_URL' | 'BACKUPS'>,
	{ logger, clock }: { readonly logger: Pick<Logger, 'info'>; readonly clock: Clock },
): FormatOptions {
	let loggedAt = Number.NEGATIVE_INFINITY;
	const report: UpgradeReport = {
		async begins({ from, to }) {
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
			logger.info(
				{ from, to, backup },
				backup === undefined
					? 'Upgrading the database without a backup: a dump of it is yours to make. Older versions will reject it from now on'
					: 'Upgrading the database. Older versions will reject it from now on',
			);
		},
		goesOn(rows) {
			if (rows === 0) logger.info('Converting the database, once processes of older versions have ended');
			if (rows === 0 || clock.now() - loggedAt < logEveryMs) return;
			loggedAt = clock.now();
			logger.info({ rows }, 'Converting the database');
		},
		ends: (migrated) => logger.info(migrated, 'The database is converted'),
	};
	return { clock, report };
}

const everyMs = 5_000;

/**
 * Watches what others do with the store while this process runs. If a newer version has changed its format, or
 * CLAIM_SECRET was changed, this process must end. If the store was emptied, it must give nothing away: without its
 * claims every code would count as new.
 */
export function createStoreWatch(
	parts: Ground & {
		/** Check value of this process's secret. */
		readonly check: string;
		readonly report: OutageReport;
		readonly wrong: WrongConfiguration;
	},
) {
	const { store, check, states, report, wrong, logger, clock } = parts;
	const look = async (): Promise<void> => {
		await refuseNewerFormat(store);
		const note = await noteOfSecret(store, check);
		if (note !== undefined) return states.worked('database', 'contents');
		states.failed('database', 'contents', 'it was emptied while the bot was running: restore a backup');
		states.alert(report);
	};
	const work = async (): Promise<void> => {
		try {
			await look();
		} catch (error) {
			if (error instanceof StoreRefusedError) wrong.report(error);
			// The store logs its own outages.
			else if (!(error instanceof StoreUnavailableError)) throw error;
		}
	};
	return new PeriodicTask({ name: 'looking at the database', everyMs, work, logger, clock });
}

const hourMs = 60 * 60_000;
/** How long a stop waits for a backup. */
const stopMs = 4_000;

/** The daily backups according to the settings; undefined if disabled. Not started yet. */
export function createBackups(
	settings: Pick<Settings, 'DATABASE_URL' | 'BACKUPS'>,
	parts: Ground & { readonly store: Store; readonly report: { databaseDamaged(): void } },
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

/**
 * Removes expired rows of every kind once an hour, unless the clock is wrong: then nothing is known to have expired. A
 * failure of one kind doesn't affect the others.
 */
export function createPruning(kinds: readonly Kind<object>[], { store, clockGuard, logger, clock }: Ground) {
	return new PeriodicTask({
		everyMs: 60 * 60_000,
		name: 'pruning',
		work: async () => {
			for (const kind of kinds.filter(({ until }) => until !== undefined)) {
				// A response of Discord may show during the round that the clock is wrong.
				if (!clockGuard.isTrusted()) return;
				await new Table(kind, store, clock)
					.prune()
					.catch((err) => logger.warn({ err, rows: kind.prefix }, 'Expired rows could not be removed'));
			}
		},
		logger,
		clock,
	});
}

import type { Clock } from '../base/clock.js';
import { StoreUnavailableError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import type { Settings } from '../config.js';
import { backupPath } from '../storage/backups/backup-path.js';
import { makeBackup } from '../storage/backups/daily-backups.js';
import { sqliteFileOf } from '../storage/open.js';
import { type ClaimStore, type ClaimStoreOptions, openClaimStore } from './claim-store.js';
import type { FormatOptions, UpgradeReport } from './format.js';

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

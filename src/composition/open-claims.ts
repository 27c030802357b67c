import type { Clock } from '../base/clock.js';
import { StoreUnavailableError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import { type ClaimStore, type ClaimStoreOptions, openClaimStore } from '../claims/claim-store.js';
import type { Upgrade } from '../claims/format.js';
import type { Settings } from '../config.js';
import { backupPath } from '../storage/backups/backup-path.js';
import { makeBackup } from '../storage/backups/daily-backups.js';
import { sqliteFileOf } from '../storage/open.js';

type ClaimSettings = Pick<Settings, 'CLAIM_SECRET' | 'DATABASE_URL' | 'BACKUPS'>;

/** Opens the claims like `openClaimStore`, with a backup before a change of the database's format. */
export function openClaims(
	settings: ClaimSettings,
	parts: Omit<ClaimStoreOptions, 'claimSecret' | 'beforeUpgrade'> & {
		readonly logger: Logger;
		readonly clock: Clock;
	},
): Promise<ClaimStore> {
	return openClaimStore({
		...parts,
		claimSecret: settings.CLAIM_SECRET,
		beforeUpgrade: backupBeforeUpgrade(settings, parts),
	});
}

/** Runs before the database format changes: makes a backup for the previous version, and logs one line. */
function backupBeforeUpgrade(
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

import { AppError, exitCodes } from '../../base/errors.js';
import { areOnOneDisk, backupPath, noteBackup } from '../../storage/backups/backup-path.js';
import { makeBackup } from '../../storage/backups/daily-backups.js';
import { backupSqlite } from '../../storage/sqlite-backup.js';
import type { Command } from './session.js';

export const backup: Command = {
	takes: '[FILE]',
	says: 'SQLite: a consistent copy of the database, even while the bot runs; dated, in the folder backups beside it',
	async run(session, { argument: named }) {
		const file = session.databaseFile(
			'backup is for SQLite: for PostgreSQL use pg_dump, for Redis its own snapshots, or `dump` for either',
		);
		const target = named ?? backupPath(file, session.clock.now(), 'manual');
		// Only those with the name of a daily one are deleted after a while.
		if (named === undefined) await makeBackup(file, target);
		else await backupSqlite(file, target);
		const isElsewhere = !(await areOnOneDisk(file, target));
		try {
			await session.withStore('Noted', (store) => noteBackup(store, session.clock.now(), isElsewhere));
		} catch (error) {
			// As on a full disk. The backup is valid even so.
			if (!(error instanceof AppError)) throw error;
			session.say('Note: the check-up will not list this backup, because the database is not writable');
		}
		session.say(`Backed up to ${target}`);
		return exitCodes.ok;
	},
};

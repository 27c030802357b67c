import { readdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { StoreCorruptError } from '../../base/errors.js';
import { verifyClaims } from '../../claims/admin/verify-claims.js';
import { secretKey } from '../../claims/store-keys.js';
import { readSettings } from '../../config.js';
import { backupPlace } from '../../storage/backups/backup-path.js';
import { sqliteFileOf } from '../../storage/open.js';
import { discard, isFile, prepareRestore, replaceDatabase } from '../../storage/sqlite-restore.js';
import { exitCodes } from './exit-codes.js';
import { prepareMembers } from './restored-members.js';
import { readClaims, type Session, say, withStore } from './session.js';
import { UsageError } from './usage.js';

/** `restore FILE`: a backup takes the place of the database, which is kept beside it. All or nothing. */
export async function runRestore(session: Session, backup: string | undefined): Promise<number> {
	const { DATABASE_URL } = readSettings(session.environment, ['DATABASE_URL', 'CLAIM_SECRET']);
	const file = sqliteFileOf(DATABASE_URL);
	if (file === undefined) {
		throw new UsageError(
			'restore is for SQLite: for PostgreSQL use pg_restore or psql, for Redis put its snapshot back, or `import` an export into either',
		);
	}
	if (backup === undefined) throw new UsageError(`restore needs a FILE${await backupsOf(file)}`);
	if (await isSameFile(backup, file)) throw new UsageError(`${backup} is the database itself`);
	const copy = await prepareRestore(backup, file);
	try {
		const { claims, problems } = await look(session, copy, backup);
		await prepareMembers(session, copy, { backup, former: (await isFile(file)) ? file : undefined });
		const kept = await replaceDatabase(copy, file, session.now());
		say(session, `Restored ${backup}: ${claims} purchases are in ${file} now`);
		if (problems > 0) say(session, `${problems} of them need a look: npm run claims -- verify`);
		if (kept !== undefined) say(session, `The database until now is kept as ${kept}`);
		say(session, 'Start the bot. Whoever verified after this backup was made does so again');
		return exitCodes.ok;
	} finally {
		await discard(copy);
	}
}

/** On the copy, as the bot would at its start: its secret, its format, and each purchase in it. */
async function look(session: Session, copy: string, backup: string) {
	const url = `sqlite://${copy}`;
	await withStore(session, url, 'Looked at', async (store) => {
		// The bot would take an empty database for a new one, and make it its own.
		if ((await store.get(secretKey)) === undefined) {
			throw new StoreCorruptError(`${backup} is a database, but none of Claimcheck’s`);
		}
	});
	const environment = { ...session.environment, DATABASE_URL: url, DATABASE_URL_FILE: undefined };
	const found = await readClaims({ ...session, environment }, 'Verified', (work) =>
		verifyClaims(work, false),
	);
	return { claims: found.claims, problems: found.problems.length };
}

/** The backups that the bot and `backup` have made, the latest last, for a person who has to name one. */
async function backupsOf(file: string): Promise<string> {
	const { folder } = backupPlace(file);
	const names = await readdir(folder).catch(() => []);
	const backups = names.filter((name) => name.endsWith('.sqlite')).sort();
	if (backups.length === 0) return '';
	return `. There are:\n${backups.map((name) => `  ${join(relative('', folder), name)}`).join('\n')}`;
}

async function isSameFile(one: string, other: string): Promise<boolean> {
	const [a, b] = await Promise.all([one, other].map((path) => realpath(path).catch(() => undefined)));
	return a !== undefined && a === b;
}

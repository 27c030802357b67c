import { realpath } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import {
	AppError,
	exitCodes,
	SecretChangedError,
	StoreCorruptError,
	StoreRefusedError,
} from '../../base/errors.js';
import { type VerifiedClaims, verifyClaims } from '../../claims/admin/verify-claims.js';
import { bringToFormat } from '../../claims/format.js';
import { recordIn } from '../../claims/record.js';
import { claimPrefix, formatKey, secretKey } from '../../claims/store-keys.js';
import { findDatabase } from '../../storage/sqlite-file.js';
import {
	checkSound,
	discard,
	isFile,
	prepareRestore,
	replaceDatabase,
	undoReplacement,
} from '../../storage/sqlite-restore.js';
import type { Store } from '../../storage/store.js';
import { ProgramError, UsageError } from '../program/run-program.js';
import { chooseBackup, dateText } from './backups.js';
import { prepareMembers } from './restored-members.js';
import { type Command, counted, type Session } from './session.js';

/**
 * Replaces the database with a backup, and keeps the former one beside it. All or nothing: it is checked before and
 * after, and the former one comes back if the second check fails.
 */
export const restore: Command = {
	takes: '[FILE]',
	says: 'SQLite, with the bot stopped: replaces the database with a backup, keeps the old one beside it, and undoes all that if the database then fails its check; without FILE it offers the backups. Asks, or --yes',
	async run(session, { argument: named, yes }) {
		if (!session.environment['CLAIM_SECRET'] && !session.environment['CLAIM_SECRET_FILE']) {
			throw new UsageError(
				'restore needs the CLAIM_SECRET that the backup was made with. On a new machine, put the line CLAIM_SECRET=… of the old .env into a file .env here, restore, and then run `npm run init`',
			);
		}
		const file = session.databaseFile(
			'restore is for SQLite: for PostgreSQL use pg_restore or psql, for Redis restore its snapshot, or `load` a dump into either',
		);
		const backup = named ?? (await chooseBackup(session, file));
		if (typeof backup === 'number') return backup;
		if (await isSameFile(backup, file)) throw new UsageError(`${backup} is the database itself`);
		const copy = await prepareRestore(backup, file);
		try {
			const found = await look(session, copy, backup);
			const former = (await isAbsent(file)) ? undefined : file;
			if (former !== undefined && (await isFile(file))) {
				const question = `This backup has ${counted(found.claims, 'purchase')}, ${await describeFormer(session, former)}. Replace it?`;
				if (!(await session.confirms(question, yes))) return exitCodes.trouble;
			}
			await prepareMembers(session, copy, { backup, former });
			const kept = await replaceDatabase(copy, file, session.clock.now());
			await checkInPlace(session, { backup, file, kept, found });
			const are = found.claims === 1 ? 'purchase is' : 'purchases are';
			session.say(
				`Restored ${backup}: ${found.claims} ${are} in ${file} now, checked and opened with CLAIM_SECRET`,
			);
			const { length: problems } = found.problems;
			if (problems > 0) session.say(`${problems} of them need a look: npm run claims -- verify`);
			if (found.isOlder) session.say('It was of an older format, and has been converted');
			const isKept = kept !== undefined && (await isFile(kept));
			if (isKept) session.say(`The previous database was kept as ${kept}`);
			else if (kept !== undefined && (await isFile(`${kept}-wal`)))
				session.say(`The write-ahead log of the lost database was kept as ${kept}-wal`);
			session.say('Start the bot. Members who verified after this backup was made have to verify again');
			return exitCodes.ok;
		} finally {
			await discard(copy);
		}
	},
};

/** False if only a log of the database is there, too: that database can't be read. */
async function isAbsent(file: string): Promise<boolean> {
	const found = await findDatabase(file).catch(() => undefined);
	return found === 'none' || found === 'empty';
}

interface Look extends VerifiedClaims {
	readonly isOlder: boolean;
}

/** Checks the copy as the bot's start would: its secret, its format, and each purchase in it. */
async function look(session: Session, copy: string, backup: string): Promise<Look> {
	const convert = async (store: Store): Promise<boolean> => {
		// The bot would take an empty database for a new one, and initialize it.
		if ((await store.get(secretKey)) === undefined) {
			throw new StoreCorruptError(`${backup} is a database, but none of Claimcheck’s`);
		}
		const stored = await store.get(formatKey);
		await bringToFormat(store);
		return !isDeepStrictEqual(stored, await store.get(formatKey));
	};
	try {
		const isOlder = await session.withStore('Looked at', convert, { file: copy });
		return { ...(await session.withClaims('Verified', verifyClaims, { file: copy })), isOlder };
	} catch (cause) {
		throw refusalOf(cause, backup);
	}
}

/** For the question: whatever can be read, since a damaged database is the reason for many restores. */
async function describeFormer(session: Session, former: string): Promise<string> {
	let [count, newest] = [0, 0];
	const scan = async (store: Store): Promise<void> => {
		for await (const pair of store.list(claimPrefix)) {
			count += 1;
			const record = recordIn(pair);
			if (record === undefined || record === 'damaged') continue;
			newest = Math.max(newest, ...record.holders.map(({ claimedAt }) => claimedAt));
		}
	};
	try {
		await session.withStore('Looked at', scan, { file: former, unchecked: true });
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		return 'and the database can’t be read in full';
	}
	const age = newest === 0 ? '' : `, the newest of ${dateText(newest)}`;
	return `the database has ${count}${age}`;
}

/** In words about a backup: the store's own are about the bot's database. */
function refusalOf(cause: unknown, backup: string): unknown {
	if (cause instanceof SecretChangedError) {
		return new StoreRefusedError(
			`${backup} was made with a different CLAIM_SECRET. Nothing changed. Put the secret of that time into CLAIM_SECRET, or choose another backup: npm run claims -- backups`,
		);
	}
	if (!(cause instanceof StoreRefusedError)) return cause;
	return new StoreRefusedError(`${backup} can’t be restored by this version, and nothing changed`, { cause });
}

/** Checks the database in its place. Undoes the restore, and rejects, unless all is as it was in the copy. */
async function checkInPlace(
	session: Session,
	{ backup, file, kept, found }: { backup: string; file: string; kept: string | undefined; found: Look },
): Promise<void> {
	session.say(`Checking ${file}, which is the backup now`);
	try {
		await checkSound(file, file);
		const again = await session.withClaims('Verified', verifyClaims, { file });
		if (again.claims === found.claims && again.problems.length === found.problems.length) return;
		throw new StoreCorruptError(`${again.claims} of ${found.claims} purchases can be read there`);
	} catch (error) {
		await undoReplacement(file, kept);
		if (!(error instanceof AppError)) throw error;
		const now =
			kept === undefined
				? 'The restored database was removed, and there is none, as before'
				: 'The previous database has been put back, and nothing changed';
		throw new ProgramError(
			exitCodes.data,
			`The check failed: ${error.message}\n${now}\n${backup} is still there. Is the disk full or failing? Then try again, or choose another backup`,
		);
	}
}

async function isSameFile(one: string, other: string): Promise<boolean> {
	const [a, b] = await Promise.all([one, other].map((path) => realpath(path).catch(() => undefined)));
	return a !== undefined && a === b;
}

import {
	AppError,
	exitCodes,
	SecretChangedError,
	StoreCorruptError,
	StoreRefusedError,
} from '../../base/errors.js';
import { type VerifiedClaims, verifyClaims } from '../../claims/admin/verify-claims.js';
import { ClaimKeys } from '../../claims/claim-keys.js';
import { checkReadable } from '../../claims/claim-store.js';
import { bringToFormat } from '../../claims/format.js';
import { allClaims } from '../../claims/record.js';
import { secretKey } from '../../claims/secret-guard.js';
import { findDatabase } from '../../storage/sqlite-file.js';
import { discard, prepareRestore, replaceDatabase } from '../../storage/sqlite-restore.js';
import { open } from '../program/open.js';
import { UsageError } from '../program/run-program.js';
import { chooseBackup, dateText } from './backups.js';
import { prepareMembers } from './restored-members.js';
import { type Command, counted, type Session } from './session.js';

/** All or nothing: a copy is checked, converted and prepared for the bot's next start, and then takes the database's name. */
export const restore: Command = {
	takes: '[FILE]',
	says: 'SQLite, with the bot stopped: checks a backup, puts it in the place of the database, and keeps the old one beside it; without FILE it offers the backups. Asks, or --yes',
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
		const copy = await prepareRestore(backup, file);
		try {
			const found = await look(session, copy, backup);
			const former = (await isAbsent(file)) ? undefined : file;
			if (former !== undefined) {
				const question = `This backup has ${counted(found.claims, 'purchase')}, ${await describeFormer(session, former)}. Replace it?`;
				if (!(await session.confirms(question, yes))) return exitCodes.trouble;
			}
			await prepareMembers(session, copy, { backup, former });
			const kept = await replaceDatabase(copy, file, session.clock.now());
			const are = found.claims === 1 ? 'purchase is' : 'purchases are';
			session.say(
				`Restored ${backup}: ${found.claims} ${are} in ${file} now, checked and opened with CLAIM_SECRET`,
			);
			const { length: problems } = found.problems;
			if (problems > 0) session.say(`${problems} of them need a look: npm run claims -- verify`);
			if (kept !== undefined) session.say(`The previous database was kept as ${kept}`);
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

/** Checks the copy as the bot's start would: its secret, its format, and each purchase in it. */
async function look(session: Session, copy: string, backup: string): Promise<VerifiedClaims> {
	const { CLAIM_SECRET } = session.settings('CLAIM_SECRET');
	try {
		return await open(session.environment, async (opened) => {
			const store = await opened.store({ file: copy });
			// The bot would take an empty database for a new one, and initialize it.
			if ((await store.get(secretKey)) === undefined)
				throw new StoreCorruptError(`${backup} is a database, but none of Claimcheck’s`);
			await bringToFormat(store);
			await checkReadable(store, CLAIM_SECRET);
			const keys = new ClaimKeys(CLAIM_SECRET);
			return await verifyClaims({ store, keys, onProgress: session.progress('Verified') });
		});
	} catch (cause) {
		throw refusalOf(cause, backup);
	}
}

/** For the question: whatever can be read, since a damaged database is the reason for many restores. */
async function describeFormer(session: Session, former: string): Promise<string> {
	let [count, newest] = [0, 0];
	try {
		await open(session.environment, async (opened) => {
			const store = await opened.store({ file: former, unchecked: true });
			for await (const { record } of allClaims(store)) {
				count += 1;
				if (record === 'damaged') continue;
				newest = Math.max(newest, ...record.holders.map(({ claimedAt }) => claimedAt));
			}
		});
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

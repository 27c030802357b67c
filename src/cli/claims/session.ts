import { ConfigError } from '../../base/errors.js';
import type { AdminJob, Progress } from '../../claims/admin/admin-job.js';
import { deriveClaimKeys } from '../../claims/claim-keys.js';
import { checkReadable, openClaimStore } from '../../claims/claim-store.js';
import type { Upgrade } from '../../claims/format.js';
import { type Environment, readSettings } from '../../config.js';
import { backupPath } from '../../storage/backups/backup-path.js';
import { makeBackup } from '../../storage/backups/daily-backups.js';
import { openStore, sqliteFileOf } from '../../storage/open.js';
import type { Store, StoreWarning } from '../../storage/store.js';
import { storedRows } from '../../stored-rows.js';
import { type ProgressOutput, showProgress } from './progress.js';

/** What a command works with: the process, as parameters. */
export interface Session {
	readonly environment: Environment;
	readonly stdin: AsyncIterable<string | Uint8Array>;
	readonly stdout: NodeJS.WritableStream;
	/** Whether there is a person who can be asked. Default: no. */
	readonly isTerminal?: boolean;
	readonly stderr: ProgressOutput;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	readonly sleep: (ms: number) => Promise<unknown>;
}

/** One line to the person: on standard error, where it is in nobody's way. */
export function say({ stderr }: Session, line: string): void {
	stderr.write(`${line}\n`);
}

/** Opens the claims that the environment names for reading, and closes them whatever happens. Their format stays. */
export async function readClaims<Result>(
	session: Session,
	label: string,
	job: (work: AdminJob) => Promise<Result>,
): Promise<Result> {
	return await withWork(session, label, job, ({ store, claimSecret }) => checkReadable(store, claimSecret));
}

/** Opens the claims that the environment names, as the bot does, and closes them whatever happens. */
export async function withClaims<Result>(
	session: Session,
	label: string,
	job: (work: AdminJob) => Promise<Result>,
): Promise<Result> {
	return await withWork(session, label, job, ({ store, claimSecret, databaseUrl }) =>
		openClaimStore({
			store,
			claimSecret,
			now: session.now,
			onCorrupt: () => {},
			beforeUpgrade: beforeUpgrade(session, databaseUrl),
		}),
	);
}

interface OpenedSession {
	readonly store: Store;
	/** Secret. */
	readonly claimSecret: string;
	readonly databaseUrl: string;
}

/** `prove` rejects where the store is none for the secret or this version. */
async function withWork<Result>(
	session: Session,
	label: string,
	job: (work: AdminJob) => Promise<Result>,
	prove: (opened: OpenedSession) => Promise<unknown>,
): Promise<Result> {
	const { DATABASE_URL: databaseUrl, CLAIM_SECRET: claimSecret } = readSettings(session.environment, [
		'DATABASE_URL',
		'CLAIM_SECRET',
	]);
	return await withStore(session, databaseUrl, label, async (store, onProgress) => {
		await prove({ store, claimSecret, databaseUrl });
		return await job({ store, keys: deriveClaimKeys(claimSecret), onProgress });
	});
}

/** As the bot does it: a backup of an SQLite database, since the version before can't read the new format. */
export function beforeUpgrade(session: Session, databaseUrl: string): (upgrade: Upgrade) => Promise<void> {
	return async ({ from, to }) => {
		const file = sqliteFileOf(databaseUrl);
		if (file !== undefined) {
			const target = backupPath(file, session.now(), `before-format-${to}`);
			await makeBackup(file, target);
			say(session, `Backed up to ${target}`);
		}
		say(
			session,
			`The database goes from format ${from} to ${to}: older versions of the bot refuse it from now on`,
		);
	};
}

/** Opens a store whose rows are checked before they are written, and closes it whatever happens. */
export async function withStore<Result>(
	session: Session,
	databaseUrl: string,
	label: string,
	job: (store: Store, onProgress: Progress) => Promise<Result>,
): Promise<Result> {
	const note: StoreWarning = (message, fields) => say(session, `Note: ${message} ${JSON.stringify(fields)}`);
	const store = await openStore(databaseUrl, note, { schemas: storedRows });
	const progress = showProgress(label, session.stderr);
	try {
		return await job(store, progress.show);
	} finally {
		progress.end();
		await store.close();
	}
}

/** CLAIM_SECRET's own rules, for the one that is to come. Throws ConfigError. */
export function readNewSecret(environment: Environment): string {
	const { NEW_CLAIM_SECRET: direct, NEW_CLAIM_SECRET_FILE: file } = environment;
	try {
		return readSettings({ CLAIM_SECRET: direct, CLAIM_SECRET_FILE: file }, ['CLAIM_SECRET']).CLAIM_SECRET;
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		throw new ConfigError(
			error.problems.map((problem) =>
				problem
					.replaceAll('CLAIM_SECRET', 'NEW_CLAIM_SECRET')
					.replace(/Where to find it: .*/, 'Any text of 32 characters or more that no one can guess'),
			),
		);
	}
}

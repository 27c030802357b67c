import type { Clock } from '../../base/clock.js';
import { ConfigError } from '../../base/errors.js';
import type { AdminJob, Progress } from '../../claims/admin/admin-job.js';
import { ClaimKeys } from '../../claims/claim-keys.js';
import {
	type ClaimStore,
	type ClaimStoreOptions,
	checkReadable,
	openClaimStore,
} from '../../claims/claim-store.js';
import type { FormatOptions } from '../../claims/format.js';
import { checkedRows } from '../../composition/stored-rows.js';
import { type Environment, readSettings } from '../../config.js';
import { backupPath } from '../../storage/backups/backup-path.js';
import { makeBackup } from '../../storage/backups/daily-backups.js';
import { openStore, sqliteFileOf } from '../../storage/open.js';
import type { SqliteOptions } from '../../storage/sqlite.js';
import type { Store, StoreWarning } from '../../storage/store.js';
import { CommandOutput, type ProgressOutput } from './progress.js';

/** The command line is invalid. The message explains why. */
export class UsageError extends Error {}

/** The process, as parameters of the commands. */
export interface CommandProcess {
	readonly environment: Environment;
	readonly stdin: AsyncIterable<string | Uint8Array>;
	readonly stdout: NodeJS.WritableStream & { readonly columns?: number };
	/** True if a person can be asked. Default: false. */
	readonly isTerminal?: boolean;
	readonly stderr: ProgressOutput;
	readonly clock: Clock;
}

/** One run of a command. */
export interface Session extends Omit<CommandProcess, 'stderr'> {
	readonly stderr: CommandOutput;
	/** Resolves to the next line of the input, without spaces around it; empty at its end. Only for a terminal. */
	ask(question: string): Promise<string>;
}

/** Runs a command in this process, and lets go of its input in the end. */
export async function withSession<Result>(
	given: CommandProcess,
	command: (session: Session) => Promise<Result>,
): Promise<Result> {
	const stderr = new CommandOutput(given.stderr);
	const answers = linesOf(given.stdin, () => new UsageError('That is not a valid answer'));
	const ask = async (question: string): Promise<string> => {
		stderr.write(question);
		const { value } = await answers.next();
		return value?.trim() ?? '';
	};
	try {
		return await command({ ...given, stderr, ask });
	} finally {
		await answers.return(undefined);
	}
}

/** Asks for a yes on a terminal; otherwise requires `--yes`. Throws UsageError if it can't ask. */
export async function confirms(session: Session, question: string, isSure: boolean): Promise<boolean> {
	if (isSure) return true;
	if (session.isTerminal !== true) throw new UsageError('No terminal to ask. Add --yes');
	if (/^y(es)?$/i.test(await session.ask(`${question} [y/N] `))) return true;
	say(session, 'Nothing changed');
	return false;
}

/** One line for the person, on standard error, so that it doesn't mix with the output. */
export function say({ stderr }: Session, line: string): void {
	stderr.write(`${line}\n`);
}

/**
 * Opens the claims of a store, and always closes them. `converts`: as the bot does, so that they can be changed;
 * otherwise their format stays. Rejects if the store doesn't match the secret or this version.
 */
export async function withClaims<Result>(
	session: Session,
	label: string,
	job: (work: AdminJob) => Promise<Result>,
	{ converts = false, ...options }: OpenOptions & { readonly converts?: boolean } = {},
): Promise<Result> {
	const { CLAIM_SECRET } = readSettings(session.environment, ['DATABASE_URL', 'CLAIM_SECRET']);
	const work = async (store: Store, onProgress: Progress): Promise<Result> => {
		if (converts) await openClaims(session, store);
		else await checkReadable(store, CLAIM_SECRET);
		return await job({ store, keys: new ClaimKeys(CLAIM_SECRET), onProgress });
	};
	return await withStore(session, label, work, options);
}

interface OpenOptions extends Pick<SqliteOptions, 'create' | 'unchecked'> {
	/** An SQLite file, instead of the configured database. */
	readonly file?: string;
}

/** The claims of the configured database, as the bot opens them. */
export async function openClaims(
	session: Session,
	store: Store,
	options: Pick<ClaimStoreOptions, 'follow'> = {},
): Promise<ClaimStore> {
	return await openClaimStore({
		...options,
		store,
		claimSecret: readSettings(session.environment, ['CLAIM_SECRET']).CLAIM_SECRET,
		clock: session.clock,
		report: { damaged: () => {} },
		upgrading: upgrading(session),
	});
}

/** The file of the configured SQLite database. Throws UsageError with `advice` if it is another kind of database. */
export function databaseFile({ environment }: Session, advice: string): string {
	const file = sqliteFileOf(readSettings(environment, ['DATABASE_URL']).DATABASE_URL);
	if (file === undefined) throw new UsageError(advice);
	return file;
}

/**
 * Backs up an SQLite database before an upgrade, as the bot does, because the previous version can't read the new
 * format.
 */
export function upgrading(session: Session): FormatOptions {
	const begins = async ({ from, to }: { readonly from: number; readonly to: number }): Promise<void> => {
		const file = sqliteFileOf(readSettings(session.environment, ['DATABASE_URL']).DATABASE_URL);
		if (file === undefined) {
			say(session, 'No backup was made: on PostgreSQL and Redis a dump is yours to make');
		} else {
			const target = backupPath(file, session.clock.now(), `before-format-${to}`);
			await makeBackup(file, target);
			say(session, `Backed up to ${target}`);
		}
		say(
			session,
			`The database goes from format ${from} to ${to}: older versions of the bot will reject it from now on`,
		);
	};
	const goesOn = (rows: number): void => {
		if (rows === 0) say(session, 'Converting the database, once processes of older versions have ended');
	};
	return {
		clock: session.clock,
		report: { begins, goesOn, ends: () => say(session, 'The database is converted') },
	};
}

/** Opens a store that validates rows before writing, and always closes it. */
export async function withStore<Result>(
	session: Session,
	label: string,
	job: (store: Store, onProgress: Progress) => Promise<Result>,
	{ file, ...options }: OpenOptions = {},
): Promise<Result> {
	const { DATABASE_URL } = readSettings(session.environment, ['DATABASE_URL']);
	const url = file === undefined ? DATABASE_URL : `sqlite://${file}`;
	const note: StoreWarning = (message, fields) => say(session, `Note: ${message} ${JSON.stringify(fields)}`);
	const store = await openStore(url, note, { ...options, schemas: checkedRows });
	const progress = session.stderr.showProgress(label);
	try {
		return await job(store, progress.show);
	} finally {
		progress.end();
		await store.close();
	}
}

/** The new secret, by CLAIM_SECRET's own rules. Throws ConfigError. */
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
					.replace(/Where to find it: .*/, 'Any text of 32 or more characters that no one can guess'),
			),
		);
	}
}

/** More than ten times the line of a claim with thousands of events. */
const maxLineLength = 4 * 1024 * 1024;

/**
 * The lines of a stream, whatever they end with, without their endings. Not node:readline: it loses lines before a
 * listener is attached, and a stream error ends the process. A line of more than 4 MiB characters is not read to its
 * end: `tooLong` creates the error for it, from its number.
 */
export async function* linesOf(
	chunks: AsyncIterable<string | Uint8Array>,
	tooLong: (line: number) => Error,
): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	let ended = 0;
	for await (const chunk of chunks) {
		const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
		// A CR at the end may be the first half of a CRLF.
		const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
		rest = lines.pop() ?? '';
		for (const line of lines) {
			ended += 1;
			if (line.length > maxLineLength) throw tooLong(ended);
			yield line;
		}
		if (rest.length > maxLineLength) throw tooLong(ended + 1);
	}
	rest = (rest + decoder.decode()).replace(/\r$/, '');
	if (rest !== '') yield rest;
}

/** `1 row`, `2 rows`. */
export function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}

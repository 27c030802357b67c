import { existsSync, statSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';
import { AppError, codeOf, StoreUnavailableError } from '../base/errors.js';
import { type Backend, type KeyvStoreOptions, keyvStore } from './keyv-store.js';
import { busyTimeoutMs, loadSqlite, SqliteConnection } from './sqlite-connection.js';
import { findDamage } from './sqlite-damage.js';
import { findDatabase, requireDatabase } from './sqlite-file.js';
import type { Store, StoreWarning } from './store.js';

const keys = z.array(z.object({ key: z.string() }));
const rows = z.array(z.object({ key: z.string(), value: z.unknown() }));
const journalMode = z.tuple([z.object({ journal_mode: z.string() })]);

export interface SqliteOptions extends KeyvStoreOptions {
	/** Creates the file if there is none, which only a start or an import may do. Default: the file has to exist. */
	readonly create?: boolean | undefined;
	/** Opens a damaged file, too. */
	readonly unchecked?: boolean | undefined;
}

/** In WAL mode with synchronous=FULL: acknowledged writes survive a power cut. Refuses a damaged file. */
export async function openSqlite(
	file: string,
	warn: StoreWarning,
	options: SqliteOptions = {},
): Promise<Store> {
	const path = resolve(file);
	if (options.create === true) await findDatabase(path);
	else await requireDatabase(path);
	await prepareFile(path);
	const { KeyvSqlite } = await loadSqlite();
	const adapter = new KeyvSqlite({ uri: `sqlite://${path}`, busyTimeout: busyTimeoutMs });
	// A failure to connect also rejects each query, which is where it is handled.
	adapter.on('error', () => {});
	try {
		const mode = await enableWal(adapter);
		if (mode !== 'wal') {
			warn('SQLite cannot use a write-ahead log here (a network drive?): writers will wait for each other', {
				journalMode: mode,
			});
		}
		// A read, which creates the write-ahead log.
		await adapter.query('PRAGMA user_version');
		// Two connections for the calls that members wait for: reads on one needn't wait for commits on the other.
		const reader = await SqliteConnection.open(path, 'OPEN_READONLY');
		const damage = options.unchecked === true ? undefined : await findDamage(reader, path);
		if (damage !== undefined) {
			await reader.close();
			throw new StoreUnavailableError(damage.says);
		}
		const writer = await SqliteConnection.open(path);
		await writer.run(removalSql);
		return keyvStore(sqliteBackend(adapter, reader, writer, path), options);
	} catch (error) {
		await adapter.disconnect().catch(() => {});
		throw error instanceof AppError ? error : cannotOpen(error);
	}
}

/** Creates a file only for its owner, or checks that it is writable. SQLite's other files get the same mode. */
async function prepareFile(path: string): Promise<void> {
	try {
		await makeFolder(dirname(path));
		await (await open(path, 'a', 0o600)).close();
	} catch (cause) {
		throw new StoreUnavailableError(`The database file ${path} cannot be written`, { cause });
	}
}

/** Not by `recursive`, which never ends in a folder that can hold no new ones, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
	if (existsSync(folder) || folder === dirname(folder)) return;
	await makeFolder(dirname(folder));
	await mkdir(folder).catch((error: unknown) => {
		// Another process may have made it.
		if (!existsSync(folder)) throw error;
	});
}

/** Resolves to the journal mode in effect. */
async function enableWal(adapter: KeyvSqlite): Promise<string> {
	// The switch needs exclusive access, and SQLite doesn't apply its busy timeout to that.
	for (let attempt = 1; ; attempt += 1) {
		try {
			const [first] = journalMode.parse(await adapter.query('PRAGMA journal_mode = WAL'));
			return first.journal_mode;
		} catch (error) {
			if (codeOf(error) !== 'SQLITE_BUSY' || attempt === 50) throw error;
			await sleep(100);
		}
	}
}

const openProblems: Readonly<Record<string, string>> = {
	SQLITE_BUSY: 'another process has locked it',
	SQLITE_LOCKED: 'another process has locked it',
	SQLITE_FULL: 'its disk is full',
	SQLITE_READONLY: 'the file or its folder is read-only',
	SQLITE_CANTOPEN: 'the file or its folder cannot be written',
	SQLITE_PERM: 'the file or its folder cannot be written',
	SQLITE_NOTADB: 'it isn’t an SQLite database',
	SQLITE_CORRUPT: 'it is damaged',
	SQLITE_IOERR: 'its disk has an error, or is full',
};

/** In one sentence, by SQLite's code. */
export function cannotOpen(cause: unknown): StoreUnavailableError {
	const code = codeOf(cause) ?? 'unknown error';
	const problem = openProblems[code] ?? code;
	return new StoreUnavailableError(`The database file cannot be opened: ${problem}`, { cause });
}

const readSql = 'SELECT key, value FROM keyv WHERE key IN (SELECT value FROM json_each(?))';
// Changes the rows of those transactions of which every row is as expected. SQLite reads everything before it changes
// the first row. Each further statement, such as BEGIN, would be another trip to the driver's thread.
const commitSql = `INSERT INTO keyv (key, value) SELECT value ->> 1, value ->> 2 FROM jsonb_each(?)
	WHERE value ->> 0 NOT IN (
		SELECT step.value ->> 0 FROM jsonb_each(?) AS step LEFT JOIN keyv AS held ON held.key = step.value ->> 1
		WHERE held.value IS NOT step.value ->> 2)
	ON CONFLICT (key) DO UPDATE SET value = excluded.value RETURNING key`;
/** A commit removes a row by a null in place of its text. Only its own connection has this trigger. */
const removalSql = `CREATE TEMP TRIGGER removal AFTER UPDATE ON keyv WHEN new.value IS NULL
	BEGIN DELETE FROM keyv WHERE key = new.key; END`;
const pageSql = (operator: string) =>
	`SELECT key, value FROM keyv WHERE key ${operator} ? AND key < ? ORDER BY key LIMIT CAST(? AS INTEGER)`;
const [pageFromSql, pageAfterSql] = [pageSql('>='), pageSql('>')];

function sqliteBackend(
	adapter: KeyvSqlite,
	reader: SqliteConnection,
	writer: SqliteConnection,
	path: string,
): Backend {
	const assertUsable = inPlaceCheck(path);

	return {
		name: 'SQLite',
		adapter,
		deadlineMs: busyTimeoutMs + 1_000,
		// A connection does one thing at a time.
		maxInFlight: 1,
		maxRows: 8_000,
		read: (wanted) => reader.rows(rows, readSql, JSON.stringify(wanted)),
		async commit(transactions) {
			const steps = transactions.flatMap((each, number) => each.map((step) => [number, step] as const));
			const expected = steps.map(([number, { key, expected = null }]) => [number, key, expected]);
			const changes = steps.flatMap(([number, step]) =>
				step.act === 'check' ? [] : [[number, step.key, step.act === 'put' ? step.next : null]],
			);
			const parameters = [changes, expected].map((each) => JSON.stringify(each));
			const changed = new Set((await writer.rows(keys, commitSql, ...parameters)).map(({ key }) => key));
			return transactions.map((each) => each.some(({ act, key }) => act !== 'check' && changed.has(key)));
		},
		page: ({ isAfter, key }, end, limit) =>
			reader.rows(rows, isAfter ? pageAfterSql : pageFromSql, key, end, String(limit)),
		assertUsable,
		close: async () => {
			// Only the last connection to close merges the write-ahead log; if two close at the same time neither may.
			try {
				await reader.close();
				await writer.close();
			} finally {
				await adapter.disconnect();
			}
		},
	};
}

/** A check of the disk costs 15 µs: fine once a second, noticeable once per statement. */
const lookEveryMs = 1_000;

/**
 * A check that throws StoreUnavailableError within a second after the open database was deleted, moved or replaced, and
 * until it is back: SQLite would go on writing to the lost file. The write-ahead log has to exist already.
 */
function inPlaceCheck(path: string): () => void {
	const identity = () => [path, `${path}-wal`].map(identityOf).join();
	const opened = identity();
	let goodAt = Number.NEGATIVE_INFINITY;
	return () => {
		// Windows doesn't let an open file be deleted or moved.
		if (process.platform === 'win32' || performance.now() - goodAt < lookEveryMs) return;
		if (identity() !== opened)
			throw new StoreUnavailableError('The database file was deleted, moved or replaced');
		goodAt = performance.now();
	};
}

/** @returns undefined if the file doesn't exist or isn't accessible */
function identityOf(path: string): string | undefined {
	try {
		const { dev, ino } = statSync(path);
		return `${dev}:${ino}`;
	} catch {
		return undefined;
	}
}

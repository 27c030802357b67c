import { promisify } from 'node:util';
import type sqlite3 from 'sqlite3';
import type { z } from 'zod';
import { ConfigError } from '../base/errors.js';
import { requireDatabase } from './sqlite-file.js';

type Statement = readonly [sql: string, ...parameters: readonly string[]];
type Mode = 'OPEN_READWRITE' | 'OPEN_READONLY';

/** How long a statement waits for a file that another process has locked. */
export const busyTimeoutMs = 5_000;

/** Runs statements one after the other, and prepares each once: @keyv/sqlite prepares each time, at twice the cost. */
export class SqliteConnection {
	readonly #database: sqlite3.Database;
	readonly #prepared = new Map<string, sqlite3.Statement>();
	#last: Promise<unknown> = Promise.resolve();

	private constructor(database: sqlite3.Database) {
		this.#database = database;
	}

	/** Opens an existing file. Rejects as `requireDatabase` does. Commits survive a power cut. */
	static async open(path: string, mode: Mode = 'OPEN_READWRITE'): Promise<SqliteConnection> {
		return new SqliteConnection(await connected(path, mode));
	}

	/** Opens an existing file for `work`, and always closes it. */
	static async with<Result>(
		path: string,
		work: (connection: SqliteConnection) => Promise<Result>,
		mode?: Mode,
	): Promise<Result> {
		const connection = await SqliteConnection.open(path, mode);
		try {
			return await work(connection);
		} finally {
			await connection.close();
		}
	}

	/** Runs a statement after those before it. @returns its rows */
	async run(...statement: Statement): Promise<unknown[]> {
		const mine = this.#last.then(() => this.#run(...statement));
		this.#last = mine.catch(() => {});
		return await mine;
	}

	/** As `run`, with rows of this shape. */
	async rows<Rows>(schema: z.ZodType<Rows>, ...statement: Statement): Promise<Rows> {
		return schema.parse(await this.run(...statement));
	}

	async #run(...[sql, ...parameters]: Statement): Promise<unknown[]> {
		const statement = this.#prepared.get(sql) ?? (await this.#prepare(sql));
		return await new Promise((resolve, reject) => {
			statement.all(...parameters, (error: Error | null, rows: unknown[]) => {
				if (error === null) resolve(rows);
				// To SQLite a busy statement is still running, and keeps its transaction open until it is reset.
				else statement.reset(() => reject(error));
			});
		});
	}

	/** Every call after it rejects. */
	async close(): Promise<void> {
		await this.#last;
		// SQLite can't close a connection with open statements.
		for (const statement of this.#prepared.values())
			await new Promise<void>((resolve) => statement.finalize(() => resolve()));
		this.#prepared.clear();
		await promisify(this.#database.close.bind(this.#database))();
	}

	async #prepare(sql: string): Promise<sqlite3.Statement> {
		const prepared = await new Promise<sqlite3.Statement>((resolve, reject) => {
			const statement = this.#database.prepare(sql, (error: Error | null) => {
				if (error === null) resolve(statement);
				else reject(error);
			});
		});
		this.#prepared.set(sql, prepared);
		return prepared;
	}
}

async function connected(path: string, mode: Mode): Promise<sqlite3.Database> {
	await requireDatabase(path);
	const driver = (await loadSqlite()).sqlite3;
	const database = await new Promise<sqlite3.Database>((resolve, reject) => {
		const opening = new driver.Database(path, driver[mode], (error) =>
			error === null ? resolve(opening) : reject(error),
		);
	});
	database.configure('busyTimeout', busyTimeoutMs);
	if (mode === 'OPEN_READONLY') return database;
	await promisify(database.exec.bind(database))('PRAGMA synchronous = FULL');
	return database;
}

/**
 * Loads SQLite's driver and Keyv's adapter; call it only for SQLite. Rejects with ConfigError: the driver is machine
 * code, which is missing if npm runs no install scripts, and doesn't load on a system older than it was compiled for.
 */
export async function loadSqlite() {
	try {
		// One after the other: Node.js can't load a broken module from two sides, and ends with an uncaught error.
		const { default: sqlite3 } = await import('sqlite3');
		const { KeyvSqlite } = await import('@keyv/sqlite');
		return { sqlite3, KeyvSqlite };
	} catch (cause) {
		throw new ConfigError([
			`DATABASE_URL names an SQLite database, whose driver can’t be loaded here (${reasonIn(cause)}). Build it, with Python 3, make and a C++ compiler: npm rebuild sqlite3 --build-from-source --ignore-scripts=false`,
		]);
	}
}

/** The loader's message without the paths that it lists, which fill thirty lines. */
function reasonIn(cause: unknown): string {
	const [line = ''] = cause instanceof Error ? cause.message.split('\n') : [];
	return line.replace(/\.? Tried:$/, '').slice(0, 200) || 'for an unknown reason';
}

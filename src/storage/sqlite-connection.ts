import type sqlite3 from 'sqlite3';
import { ConfigError } from '../base/errors.js';
import { requireDatabase } from './sqlite-file.js';

type RunStatement = (sql: string, ...parameters: readonly string[]) => Promise<unknown[]>;

/**
 * A connection that prepares each of a few fixed statements once; @keyv/sqlite prepares each time, which doubles the
 * cost. Statements and transactions run one after the other. Methods reject with the driver's errors.
 */
export class SqliteConnection {
	readonly #open: () => Promise<sqlite3.Database>;
	readonly #busyTimeoutMs: number;
	#database: Promise<sqlite3.Database> | undefined;
	/** The last transaction failed because the file stayed locked. */
	#isLocked = false;
	readonly #prepared = new Map<string, Promise<sqlite3.Statement>>();
	#last: Promise<unknown> = Promise.resolve();

	private constructor(open: () => Promise<sqlite3.Database>, busyTimeoutMs: number) {
		this.#open = open;
		this.#busyTimeoutMs = busyTimeoutMs;
	}

	/**
	 * Opens an existing file. Rejects as `requireDatabase` does. A transaction waits up to `busyTimeoutMs` for a file that
	 * another process has locked. After a timeout the next ones wait a fifth of it until one succeeds, because members
	 * wait for each of them in turn. Commits survive a power cut.
	 */
	static async open(path: string, busyTimeoutMs: number): Promise<SqliteConnection> {
		const connection = new SqliteConnection(() => connected(path, 'OPEN_READWRITE'), busyTimeoutMs);
		await connection.#connected();
		return connection;
	}

	/** Opens an existing file in which nothing will be changed. */
	static async openToRead(path: string, busyTimeoutMs: number): Promise<SqliteConnection> {
		const connection = new SqliteConnection(() => connected(path, 'OPEN_READONLY'), busyTimeoutMs);
		await connection.#connected();
		return connection;
	}

	/** Rows of a statement. It runs alone, as does a transaction. */
	async rows(sql: string, ...parameters: readonly string[]): Promise<unknown[]> {
		return await this.#alone(() => this.#run(sql, parameters));
	}

	/**
	 * Runs `work` between BEGIN IMMEDIATE and COMMIT. Rejects with the first error. Nothing was changed then, unless it
	 * came from COMMIT.
	 */
	async transaction<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result> {
		return await this.#alone(async () => {
			try {
				await this.#run('BEGIN IMMEDIATE', []);
				this.#noteLocked(false);
			} catch (error) {
				this.#noteLocked(isBusy(error));
				throw error;
			}
			try {
				const result = await work((sql, ...parameters) => this.#run(sql, parameters));
				await this.#run('COMMIT', []);
				return result;
			} catch (error) {
				await this.#rollBack();
				throw error;
			}
		});
	}

	async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
		const mine = this.#last.then(work);
		this.#last = mine.catch(() => {});
		return await mine;
	}

	/** An open transaction would take in whatever comes next. So if it can't be ended, the connection is replaced. */
	async #rollBack(): Promise<void> {
		try {
			await this.#run('ROLLBACK', []);
		} catch (error) {
			// After some errors, such as a full disk, SQLite has rolled back by itself.
			if (error instanceof Error && error.message.includes('no transaction is active')) return;
			await this.#disconnect().catch(() => {});
		}
	}

	#noteLocked(isLocked: boolean): void {
		if (isLocked === this.#isLocked) return;
		this.#isLocked = isLocked;
		const busyTimeoutMs = isLocked ? this.#busyTimeoutMs / 5 : this.#busyTimeoutMs;
		void this.#connected().then(
			(database) => database.configure('busyTimeout', busyTimeoutMs),
			// The next statement says why there is no connection.
			() => {},
		);
	}

	async #run(sql: string, parameters: readonly string[]): Promise<unknown[]> {
		const statement = await this.#statement(sql);
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
		await this.#disconnect();
		this.#database = Promise.reject(new Error('The connection is closed'));
		this.#database.catch(() => {});
	}

	async #connected(): Promise<sqlite3.Database> {
		this.#database ??= this.#open().then(
			(database) => {
				database.configure('busyTimeout', this.#busyTimeoutMs);
				return database;
			},
			(error) => {
				this.#database = undefined;
				throw error;
			},
		);
		return await this.#database;
	}

	async #disconnect(): Promise<void> {
		const database = await this.#database;
		this.#database = undefined;
		// SQLite can't close a connection with open statements.
		for (const statement of await Promise.allSettled(this.#prepared.values())) {
			if (statement.status === 'fulfilled')
				await new Promise<void>((resolve) => statement.value.finalize(() => resolve()));
		}
		this.#prepared.clear();
		await new Promise<void>((resolve, reject) => {
			if (database === undefined) resolve();
			else database.close((error) => (error === null ? resolve() : reject(error)));
		});
	}

	#statement(sql: string): Promise<sqlite3.Statement> {
		const known = this.#prepared.get(sql);
		if (known !== undefined) return known;
		const preparing = this.#prepare(sql);
		this.#prepared.set(sql, preparing);
		// A database that was locked at that moment can be tried again.
		preparing.catch(() => this.#prepared.delete(sql));
		return preparing;
	}

	async #prepare(sql: string): Promise<sqlite3.Statement> {
		const database = await this.#connected();
		return await new Promise((resolve, reject) => {
			const statement = database.prepare(sql, (error: Error | null) => {
				if (error === null) resolve(statement);
				else reject(error);
			});
		});
	}
}

async function connected(path: string, mode: 'OPEN_READWRITE' | 'OPEN_READONLY'): Promise<sqlite3.Database> {
	await requireDatabase(path);
	const driver = (await loadSqlite()).sqlite3;
	const database = await new Promise<sqlite3.Database>((resolve, reject) => {
		const opening = new driver.Database(path, driver[mode], (error) =>
			error === null ? resolve(opening) : reject(error),
		);
	});
	if (mode === 'OPEN_READONLY') return database;
	return await new Promise((resolve, reject) => {
		database.exec('PRAGMA synchronous = FULL', (error) =>
			error === null ? resolve(database) : reject(error),
		);
	});
}

/** @returns true if another connection has the database open or locked */
export function isBusy(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
}

/**
 * Loads SQLite's driver and Keyv's adapter. Call it only for an SQLite database: the driver is machine code, which is
 * missing if npm runs no install scripts, and doesn't load on a system older than the one it was compiled on. Rejects
 * with ConfigError.
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

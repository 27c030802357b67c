import type sqlite3 from 'sqlite3';
import { loadSqlite } from './sqlite-driver.js';
import { requireDatabase } from './sqlite-file.js';

/** Prepares each of a few fixed statements once; @keyv/sqlite prepares each time, which doubles the cost. */
export class SqliteConnection {
	readonly #database: sqlite3.Database;
	readonly #busyTimeoutMs: number;
	/** The last change failed because the file stayed locked. */
	#isLocked = false;
	readonly #prepared = new Map<string, Promise<sqlite3.Statement>>();
	#lastChange: Promise<unknown> = Promise.resolve();

	private constructor(database: sqlite3.Database, busyTimeoutMs: number) {
		this.#database = database;
		this.#busyTimeoutMs = busyTimeoutMs;
		database.configure('busyTimeout', busyTimeoutMs);
	}

	/**
	 * Opens an existing file. Rejects as `requireDatabase` does and, like the other methods, with the driver's errors. A change waits up to
	 * `busyTimeoutMs` for a file that another process has locked. After a timeout the next ones wait a fifth of it
	 * until a change succeeds, because members wait for each of them in turn.
	 */
	static async open(path: string, busyTimeoutMs: number): Promise<SqliteConnection> {
		return new SqliteConnection(await connected(path, 'OPEN_READWRITE'), busyTimeoutMs);
	}

	/** Opens an existing file in which nothing will be changed. */
	static async openToRead(path: string, busyTimeoutMs: number): Promise<SqliteConnection> {
		return new SqliteConnection(await connected(path, 'OPEN_READONLY'), busyTimeoutMs);
	}

	/** Rows of a read-only statement. */
	async rows(sql: string, ...parameters: readonly string[]): Promise<unknown[]> {
		return await this.#run(sql, parameters);
	}

	/** Rows of a statement that writes. Changes run one after the other. */
	async change(sql: string, ...parameters: readonly string[]): Promise<unknown[]> {
		const mine = this.#lastChange.then(() => this.#run(sql, parameters));
		this.#lastChange = mine.then(
			() => this.#noteLocked(false),
			(error) => this.#noteLocked(isBusy(error)),
		);
		return await mine;
	}

	#noteLocked(isLocked: boolean): void {
		if (isLocked === this.#isLocked) return;
		this.#isLocked = isLocked;
		this.#database.configure('busyTimeout', isLocked ? this.#busyTimeoutMs / 5 : this.#busyTimeoutMs);
	}

	async #run(sql: string, parameters: readonly string[]): Promise<unknown[]> {
		const statement = await this.#statement(sql);
		return await new Promise((resolve, reject) => {
			statement.all(...parameters, (error: Error | null, rows: unknown[]) => {
				if (error === null) resolve(rows);
				// To SQLite a busy statement is still running: until it is reset, nothing that others write on the
				// connection is committed, and then all of it is rolled back. So it is reset before the next change
				// begins.
				else statement.reset(() => reject(error));
			});
		});
	}

	async close(): Promise<void> {
		// SQLite can't close a connection with open statements.
		for (const statement of await Promise.allSettled(this.#prepared.values())) {
			if (statement.status === 'fulfilled')
				await new Promise<void>((resolve) => statement.value.finalize(() => resolve()));
		}
		this.#prepared.clear();
		await new Promise<void>((resolve, reject) => {
			this.#database.close((error) => (error === null ? resolve() : reject(error)));
		});
	}

	#statement(sql: string): Promise<sqlite3.Statement> {
		const known = this.#prepared.get(sql);
		if (known !== undefined) return known;
		const preparing = new Promise<sqlite3.Statement>((resolve, reject) => {
			const statement = this.#database.prepare(sql, (error: Error | null) => {
				if (error === null) resolve(statement);
				else reject(error);
			});
		});
		this.#prepared.set(sql, preparing);
		// A database that was locked at that moment can be tried again.
		preparing.catch(() => this.#prepared.delete(sql));
		return preparing;
	}
}

async function connected(path: string, mode: 'OPEN_READWRITE' | 'OPEN_READONLY'): Promise<sqlite3.Database> {
	await requireDatabase(path);
	const driver = (await loadSqlite()).sqlite3;
	return await new Promise((resolve, reject) => {
		const opening = new driver.Database(path, driver[mode], (error) =>
			error === null ? resolve(opening) : reject(error),
		);
	});
}

/** @returns true if another connection has the database open or locked */
export function isBusy(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
}

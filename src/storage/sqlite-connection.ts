import sqlite3 from 'sqlite3';

/**
 * A connection that prepares each statement once: @keyv/sqlite has each prepared anew, which takes as long as carrying
 * it out. Only for few, fixed texts.
 */
export class SqliteConnection {
	readonly #database: sqlite3.Database;
	readonly #busyTimeoutMs: number;
	/** The last change found the file locked to its end. */
	#isLocked = false;
	readonly #prepared = new Map<string, Promise<sqlite3.Statement>>();
	/** The change under way; never rejects. */
	#lastChange: Promise<unknown> = Promise.resolve();

	private constructor(database: sqlite3.Database, busyTimeoutMs: number) {
		this.#database = database;
		this.#busyTimeoutMs = busyTimeoutMs;
		database.configure('busyTimeout', busyTimeoutMs);
	}

	/**
	 * Opens an existing file. Rejects with the driver's errors, as the other methods do. A change waits so long for a file
	 * that another process has locked; after one that has waited in vain, the next ones wait a fifth of it until one is
	 * made, since somebody waits for each of them in turn.
	 */
	static async open(path: string, busyTimeoutMs: number): Promise<SqliteConnection> {
		const database = await new Promise<sqlite3.Database>((resolve, reject) => {
			const opening = new sqlite3.Database(path, sqlite3.OPEN_READWRITE, (error) =>
				error === null ? resolve(opening) : reject(error),
			);
		});
		return new SqliteConnection(database, busyTimeoutMs);
	}

	/** The rows that a statement gives which changes nothing. */
	async rows(sql: string, ...parameters: readonly string[]): Promise<unknown[]> {
		return await this.#run(sql, parameters);
	}

	/** The rows that a statement gives which changes some. One begins when the one before has ended. */
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
				// To SQLite a statement that was busy goes on: until it is reset, nothing that others write on the connection
				// is committed, and then all of that is rolled back. So it is reset before the next change begins.
				else statement.reset(() => reject(error));
			});
		});
	}

	async close(): Promise<void> {
		// SQLite closes nothing that has statements.
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
		// A database that was locked at that moment can be asked again.
		preparing.catch(() => this.#prepared.delete(sql));
		return preparing;
	}
}

/** Somebody else has the database open, or holds a lock on it. */
export function isBusy(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
}

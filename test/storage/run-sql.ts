import sqlite3 from 'sqlite3';

/**
 * Runs statements on an SQLite file, which is created if missing, bypassing every check. Resolves to the rows of the
 * last statement.
 */
export async function runSql(file: string, ...statements: readonly string[]): Promise<unknown[]> {
	const database = new sqlite3.Database(file);
	let rows: unknown[] = [];
	try {
		for (const statement of statements) {
			rows = await new Promise((resolve, reject) =>
				database.all(statement, (error, found) => (error === null ? resolve(found) : reject(error))),
			);
		}
	} finally {
		await new Promise((resolve) => database.close(resolve));
	}
	return rows;
}

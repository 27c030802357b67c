import { stat } from 'node:fs/promises';
import sqlite3 from 'sqlite3';
import { z } from 'zod';

/** A row of the bot's store as it stands in the file: the key without the store's own prefix, the value as text. */
export interface StoredRow {
	readonly key: string;
	readonly value: string;
}

const rowsSchema = z.array(z.object({ key: z.string(), value: z.string() }));
const prefix = 'claimcheck:';

/** All rows by their keys, and the bytes of the file; none where there is no file yet. Nothing can be written. */
export async function readRows(
	file: string,
): Promise<{ readonly rows: readonly StoredRow[]; readonly size: number }> {
	const sizes = await Promise.all([file, `${file}-wal`].map(sizeOf));
	if (sizes[0] === 0) return { rows: [], size: 0 };
	const database = await open(file);
	try {
		const found = rowsSchema.parse(await all(database, 'SELECT key, value FROM keyv ORDER BY key'));
		const rows = found.map(({ key, value }) => ({
			key: key.startsWith(prefix) ? key.slice(prefix.length) : key,
			value,
		}));
		return { rows, size: sizes.reduce((sum, size) => sum + size, 0) };
	} finally {
		database.close();
	}
}

async function sizeOf(file: string): Promise<number> {
	const found = await stat(file).catch(() => undefined);
	return found?.size ?? 0;
}

function open(file: string): Promise<sqlite3.Database> {
	return new Promise((resolve, reject) => {
		const database = new sqlite3.Database(file, sqlite3.OPEN_READONLY, (error) => {
			if (error === null) resolve(database);
			else reject(error);
		});
	});
}

function all(database: sqlite3.Database, sql: string): Promise<unknown> {
	return new Promise((resolve, reject) => {
		database.all(sql, (error, rows) => {
			if (error === null) resolve(rows);
			else reject(error);
		});
	});
}

import { z } from 'zod';
import { decodeRow, endOfPrefix } from '../keyv-rows.js';
import { defaultNamespace } from '../keyv-store.js';
import { SqliteConnection } from '../sqlite-connection.js';

const values = z.array(z.object({ value: z.unknown() }));
const counted = z.tuple([z.object({ count: z.int() })]);

/** The rows of an SQLite backup that is read where it is, and not changed. Methods reject with the driver's errors. */
export class BackupFile {
	readonly connection: SqliteConnection;

	private constructor(connection: SqliteConnection) {
		this.connection = connection;
	}

	/** Opens the file at `path` for `work`. Rejects as `requireDatabase` does. */
	static async with<Result>(path: string, work: (backup: BackupFile) => Promise<Result>): Promise<Result> {
		return await SqliteConnection.with(path, (each) => work(new BackupFile(each)), 'OPEN_READONLY');
	}

	/** Undefined for an absent row. Rejects with StoreCorruptError on an unreadable one. */
	async get(key: string): Promise<unknown> {
		const found = await this.connection.rows(
			'SELECT value FROM keyv WHERE key = ?',
			`${defaultNamespace}:${key}`,
		);
		const [row] = values.parse(found);
		return row && decodeRow(row.value);
	}

	/** The number of rows whose key starts with `prefix`. */
	async count(prefix: string): Promise<number> {
		const first = `${defaultNamespace}:${prefix}`;
		const sql = 'SELECT COUNT(*) AS count FROM keyv WHERE key >= ? AND key < ?';
		return counted.parse(await this.connection.rows(sql, first, endOfPrefix(first)))[0].count;
	}
}

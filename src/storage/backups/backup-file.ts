import { z } from 'zod';
import { decodeRow, endOfPrefix } from '../keyv-rows.js';
import { defaultNamespace } from '../keyv-store.js';
import { SqliteConnection } from '../sqlite-connection.js';
import type { StoredPair } from '../store.js';

const busyTimeoutMs = 5_000;
const namespace = `${defaultNamespace}:`;

const checkResult = z.array(z.object({ quick_check: z.string() }));
const foundRows = z.array(z.object({ key: z.string(), value: z.unknown() }));
const counted = z.tuple([z.object({ count: z.int() })]);

const rowSql = 'SELECT key, value FROM keyv WHERE key = ?';
const pageSql = 'SELECT key, value FROM keyv WHERE key >= ? AND key < ? ORDER BY key LIMIT ?';
const countSql = 'SELECT COUNT(*) AS count FROM keyv WHERE key >= ? AND key < ?';

/** An SQLite backup that is read where it is, and not changed. Methods reject with the driver's errors. */
export class BackupFile {
	readonly #connection: SqliteConnection;

	private constructor(connection: SqliteConnection) {
		this.#connection = connection;
	}

	static async open(path: string): Promise<BackupFile> {
		return new BackupFile(await SqliteConnection.openToRead(path, busyTimeoutMs));
	}

	/** False if pages are missing or don't fit together. Reads the whole file. */
	async isSound(): Promise<boolean> {
		const [first] = checkResult.parse(await this.#connection.rows('PRAGMA quick_check(1)'));
		return first?.quick_check === 'ok';
	}

	/** Undefined for an absent row. Rejects with StoreCorruptError on an unreadable one. */
	async get(key: string): Promise<unknown> {
		const [row] = foundRows.parse(await this.#connection.rows(rowSql, namespace + key));
		return row && decodeRow(row.value);
	}

	/** The number of rows whose key starts with `prefix`. */
	async count(prefix: string): Promise<number> {
		const [first, end] = [namespace + prefix, endOfPrefix(namespace + prefix)];
		return counted.parse(await this.#connection.rows(countSql, first, end))[0].count;
	}

	/** At most `limit` rows whose key starts with `prefix`. */
	async first(prefix: string, limit: number): Promise<readonly StoredPair[]> {
		const [from, end] = [namespace + prefix, endOfPrefix(namespace + prefix)];
		const rows = foundRows.parse(await this.#connection.rows(pageSql, from, end, String(limit)));
		return rows.map((row) => {
			const key = row.key.slice(namespace.length);
			try {
				return { key, value: decodeRow(row.value) };
			} catch {
				return { key, corrupt: true };
			}
		});
	}

	async close(): Promise<void> {
		await this.#connection.close();
	}
}

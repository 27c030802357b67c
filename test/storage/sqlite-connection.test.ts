import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteConnection } from '../../src/storage/sqlite-connection.js';

const removal = 'DELETE FROM keyv WHERE key = ? RETURNING key';
const addition = 'INSERT INTO keyv (key) VALUES (?) RETURNING key';

describe('a statement that another process kept from the file', () => {
	let folder: string;
	let other: sqlite3.Database;
	let connection: SqliteConnection;
	const run = (sql: string): Promise<void> =>
		new Promise((resolve, reject) => other.exec(sql, (error) => (error ? reject(error) : resolve())));
	const seenByOthers = (): Promise<unknown[]> =>
		new Promise((resolve, reject) =>
			other.all('SELECT key FROM keyv', (error, rows) => (error ? reject(error) : resolve(rows))),
		);

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'claimcheck-connection-'));
		other = new sqlite3.Database(join(folder, 'claims.sqlite'));
		await run('PRAGMA journal_mode = WAL; CREATE TABLE keyv (key TEXT PRIMARY KEY)');
		connection = await SqliteConnection.open(join(folder, 'claims.sqlite'), 1_500);
	});
	afterEach(async () => {
		await connection.close();
		await new Promise((resolve) => other.close(resolve));
		await rm(folder, { recursive: true });
	});

	it('keeps nothing back that others write afterwards', async () => {
		await run('BEGIN IMMEDIATE');
		await expect(connection.change(removal, 'a')).rejects.toThrow('SQLITE_BUSY');
		await run('ROLLBACK');
		expect(await connection.change(addition, 'b')).toEqual([{ key: 'b' }]);
		expect(await seenByOthers()).toEqual([{ key: 'b' }]);
	});

	it('takes nothing back that was written right after it', async () => {
		await run('BEGIN IMMEDIATE');
		const removed = connection.change(removal, 'a');
		const added = connection.change(addition, 'b');
		await expect(removed).rejects.toThrow('SQLITE_BUSY');
		await run('ROLLBACK');
		expect(await added).toEqual([{ key: 'b' }]);
		expect(await seenByOthers()).toEqual([{ key: 'b' }]);
		expect(await connection.change(removal, 'c')).toEqual([]);
		expect(await seenByOthers()).toEqual([{ key: 'b' }]);
	});

	it('is waited for in full once, and not by each one behind it, until the file is free', async () => {
		const patience = () => connection.rows('PRAGMA busy_timeout');
		await run('BEGIN IMMEDIATE');
		expect(await patience()).toEqual([{ timeout: 1_500 }]);
		await expect(connection.change(removal, 'a')).rejects.toThrow('SQLITE_BUSY');
		expect(await patience()).toEqual([{ timeout: 300 }]);
		await run('ROLLBACK');
		await connection.change(addition, 'b');
		expect(await patience()).toEqual([{ timeout: 1_500 }]);
	});
});

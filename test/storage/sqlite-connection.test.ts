import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite.js';
import { SqliteConnection } from '../../src/storage/sqlite-connection.js';
import type { Store } from '../../src/storage/store.js';
import { put } from './put.js';

const addition = 'INSERT INTO keyv (key) VALUES (?) RETURNING key';

describe('a commit to an SQLite file', () => {
	let folder: string;
	let file: string;
	let other: sqlite3.Database;
	let store: Store;
	const run = (sql: string): Promise<void> =>
		new Promise((resolve, reject) => other.exec(sql, (error) => (error ? reject(error) : resolve())));
	const seenByOthers = (): Promise<unknown[]> =>
		new Promise((resolve, reject) =>
			other.all('SELECT key FROM keyv', (error, rows) => (error ? reject(error) : resolve(rows))),
		);

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'claimcheck-connection-'));
		file = join(folder, 'claims.sqlite');
		other = new sqlite3.Database(file);
		await run('PRAGMA journal_mode = WAL; CREATE TABLE keyv (key TEXT PRIMARY KEY, value TEXT)');
		store = await openSqlite(file, () => {});
	});
	afterEach(async () => {
		await store.close();
		await new Promise((resolve) => other.close(resolve));
		await rm(folder, { recursive: true });
	});

	it('undoes no write that came right after it, if it was locked out', async () => {
		await SqliteConnection.with(file, async (connection) => {
			await run('BEGIN IMMEDIATE');
			const lockedOut = connection.run(addition, 'a');
			const added = connection.run(addition, 'b');
			await expect(lockedOut).rejects.toThrow('SQLITE_BUSY');
			await run('ROLLBACK');
			expect(await added).toEqual([{ key: 'b' }]);
			expect(await seenByOthers()).toEqual([{ key: 'b' }]);
		});
	});

	it('doesn’t delay reads while it waits for a lock', async () => {
		await run('BEGIN IMMEDIATE');
		const putting = put(store, 'a', 1);
		// By the third time, the commit has begun.
		for (let time = 0; time < 3; time += 1) expect(await store.get('a')).toBeUndefined();
		await run('ROLLBACK');
		await putting;
		expect(await store.get('a')).toBe(1);
	});

	it('changes no row if it fails at the last one, and doesn’t block later commits', async () => {
		await put(store, 'a', 1);
		await put(store, 'b', 1);
		await run("CREATE TRIGGER refusal BEFORE DELETE ON keyv BEGIN SELECT RAISE(ABORT, 'refused'); END");
		const changing = store.transact(async (tx) => {
			tx.put('a', 2);
			tx.put('c', 2);
			tx.remove('b');
		});
		await expect(changing).rejects.toThrow('SQLite did not answer as it should');
		expect(await store.getMany(['a', 'b', 'c'])).toEqual([1, 1, undefined]);
		await put(store, 'c', 3);
		expect(await store.get('c')).toBe(3);
	});
});

import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { openSqlite } from '../../src/storage/sqlite.js';
import { SqliteConnection } from '../../src/storage/sqlite-connection.js';
import { put } from './put.js';

type Change = readonly [sql: string, key: string];

const removal = 'DELETE FROM keyv WHERE key = ? RETURNING key';
const addition = 'INSERT INTO keyv (key) VALUES (?) RETURNING key';

describe('a transaction on an SQLite file', () => {
	let folder: string;
	let other: sqlite3.Database;
	let connection: SqliteConnection;
	const run = (sql: string): Promise<void> =>
		new Promise((resolve, reject) => other.exec(sql, (error) => (error ? reject(error) : resolve())));
	/** Runs the first change, and then the others. @returns its rows */
	const change = (first: Change, ...others: readonly Change[]) =>
		connection.transaction(z.array(z.unknown()), first, (result) => ({ statements: others, result }));
	const seenByOthers = (): Promise<unknown[]> =>
		new Promise((resolve, reject) =>
			other.all('SELECT key FROM keyv', (error, rows) => (error ? reject(error) : resolve(rows))),
		);

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'claimcheck-connection-'));
		other = new sqlite3.Database(join(folder, 'claims.sqlite'));
		await run('PRAGMA journal_mode = WAL; CREATE TABLE keyv (key TEXT PRIMARY KEY, value TEXT)');
		connection = await SqliteConnection.open(join(folder, 'claims.sqlite'));
	});
	afterEach(async () => {
		await connection.close();
		await new Promise((resolve) => other.close(resolve));
		await rm(folder, { recursive: true });
	});

	it('that was locked out takes nothing back that was written right after it', async () => {
		await run('BEGIN IMMEDIATE');
		const removed = change([removal, 'a']);
		const added = change([addition, 'b']);
		await expect(removed).rejects.toThrow('SQLITE_BUSY');
		await run('ROLLBACK');
		expect(await added).toEqual([{ key: 'b' }]);
		expect(await seenByOthers()).toEqual([{ key: 'b' }]);
		expect(await change([removal, 'c'])).toEqual([]);
		expect(await seenByOthers()).toEqual([{ key: 'b' }]);
	});

	it('that waits for a lock keeps no reads waiting', async () => {
		const store = await openSqlite(join(folder, 'claims.sqlite'), () => {});
		await run('BEGIN IMMEDIATE');
		const putting = put(store, 'a', 1);
		// By the third time the commit has begun.
		for (let time = 0; time < 3; time += 1) expect(await store.get('a')).toBeUndefined();
		await run('ROLLBACK');
		await putting;
		expect(await store.get('a')).toBe(1);
		await store.close();
	});

	it('lets nothing else run on its connection before it has ended', async () => {
		const ends: string[] = [];
		const first = change([addition, 'a'], [addition, 'b']);
		const rest = [connection.run('SELECT 1'), change([addition, 'c'])];
		void first.then(() => ends.push('the first'));
		for (const each of rest) void each.then(() => ends.push('another'));
		await Promise.all([first, ...rest]);
		expect(ends).toEqual(['the first', 'another', 'another']);
		expect(await seenByOthers()).toEqual([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
	});

	/** Adds a row, and then fails. */
	const halfDone = () => change([addition, 'a'], [addition, 'a']);

	it('is rolled back after an error in the middle', async () => {
		await expect(halfDone()).rejects.toThrow('SQLITE_CONSTRAINT');
		await change([addition, 'b']);
		expect(await seenByOthers()).toEqual([{ key: 'b' }]);
	});

	it('goes with its connection if it can’t be rolled back, and the next one has a new connection', async () => {
		const file = join(folder, 'claims.sqlite');
		const prepare = sqlite3.Database.prototype.prepare;
		vi.spyOn(sqlite3.Database.prototype, 'prepare').mockImplementation(function (
			this: sqlite3.Database,
			sql: string,
			...rest: unknown[]
		) {
			return Reflect.apply(prepare, this, [sql === 'ROLLBACK' ? 'NO SQL' : sql, ...rest]);
		});
		onTestFinished(() => {
			vi.restoreAllMocks();
		});
		await expect(halfDone()).rejects.toThrow('SQLITE_CONSTRAINT');
		await rename(file, `${file}.away`);
		await expect(change([addition, 'b'])).rejects.toThrow();
		await rename(`${file}.away`, file);
		await change([addition, 'b']);
		expect(await seenByOthers()).toEqual([{ key: 'b' }]);
	});
});

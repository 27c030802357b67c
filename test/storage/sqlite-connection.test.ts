import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite.js';
import { SqliteConnection } from '../../src/storage/sqlite-connection.js';
import type { Store } from '../../src/storage/store.js';
import { put } from './put.js';

const addition = 'INSERT INTO keyv (key) VALUES (?) RETURNING key';

describe('a commit to an SQLite file', () => {
	let folder: string;
	let file: string;
	let other: SqliteConnection;
	let store: Store;
	const run = (sql: string) => other.run(sql);

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'claimcheck-connection-'));
		file = join(folder, 'claims.sqlite');
		store = await openSqlite(file, () => {}, { create: true });
		other = await SqliteConnection.open(file);
	});
	afterEach(async () => {
		await store.close();
		await other.close();
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
			expect(await run('SELECT key FROM keyv')).toEqual([{ key: 'b' }]);
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

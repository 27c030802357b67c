import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import type { Store } from '../../src/storage/store.js';
import { put } from './put.js';

describe.skipIf(process.platform === 'win32')('the file of an open SQLite database', () => {
	let folder: string;
	let file: string;
	let watched: Store;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
		file = join(folder, 'claims.sqlite');
		vi.spyOn(performance, 'now').mockReturnValue(0);
		watched = await openSqlite(file, () => {}, { create: true });
	});
	afterEach(async () => {
		vi.restoreAllMocks();
		await watched.close();
		await rm(folder, { recursive: true });
	});

	/** Every kind of call. */
	const calls: Readonly<Record<string, () => Promise<unknown>>> = {
		get: () => watched.get('a'),
		getMany: () => watched.getMany(['a']),
		list: async () => {
			for await (const pair of watched.list('')) if (pair.corrupt) return;
		},
		transact: () => put(watched, 'a', 2),
		ping: () => watched.ping(),
	};

	it('is written as long as it stands there', async () => {
		for (const call of Object.values(calls)) await call();
		expect(await watched.get('a')).toBe(2);
	});

	it.each(Object.keys(calls))('lets no %s pass a second after it was moved away', async (name) => {
		await watched.ping();
		await rename(file, `${file}.away`);
		vi.spyOn(performance, 'now').mockReturnValue(1_000);
		await expect(calls[name]?.()).rejects.toThrow(StoreUnavailableError);
	});

	it('is written again once it is back', async () => {
		await rename(file, `${file}.away`);
		for (let n = 0; n < 3; n += 1)
			await expect(watched.ping()).rejects.toThrow('The database file was deleted, moved or replaced');
		await rename(`${file}.away`, file);
		await watched.ping();
	});

	it('is not taken for another one of its name', async () => {
		await rename(file, `${file}.away`);
		await writeFile(file, '');
		await expect(watched.ping()).rejects.toThrow(StoreUnavailableError);
	});

	it('is nothing without its write-ahead log', async () => {
		expect(existsSync(`${file}-wal`)).toBe(true);
		await rm(`${file}-wal`);
		await expect(watched.ping()).rejects.toThrow(StoreUnavailableError);
	});
});

import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreRefusedError, StoreUnavailableError } from '../../src/base/errors.js';
import { backupSqlite } from '../../src/storage/backups.js';
import { openStore } from '../../src/storage/open.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import { SqliteConnection } from '../../src/storage/sqlite-connection.js';
import { prepareRestore, replaceDatabase } from '../../src/storage/sqlite-restore.js';
import type { Store } from '../../src/storage/store.js';
import { put } from './put.js';

let folder: string;
let file: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	file = join(folder, 'claims.sqlite');
});
afterEach(() => rm(folder, { recursive: true }));

const quiet = (): void => {};
const openToCreate = () => openStore(`sqlite://${file}`, quiet, { create: true });

const readers: readonly (readonly [string, () => Promise<unknown>])[] = [
	['a store', () => openStore(`sqlite://${file}`, quiet)],
	['a backup of it', () => backupSqlite(file, join(folder, 'copy.sqlite'))],
	['a look at it as a backup', () => SqliteConnection.with(file, async () => {}, 'OPEN_READONLY')],
];
const openers: typeof readers = [
	...readers,
	['a store that may be created', openToCreate],
	['a backup onto it', () => backupSqlite(join(folder, 'other.sqlite'), file)],
];

describe('a log without its database', () => {
	beforeEach(async () => {
		const other = await openStore(`sqlite://${join(folder, 'other.sqlite')}`, quiet, { create: true });
		await other.close();
	});

	const logs: readonly (readonly [string, readonly string[]])[] = [
		['a write-ahead log beside nothing', ['-wal']],
		['a write-ahead log beside an empty file', ['-wal', '']],
	];
	const cases = logs.flatMap(([what, ends]) =>
		openers.map(([opener, open]) => [what, opener, ends, open] as const),
	);

	it.each(cases)('%s is kept by %s, which is refused', async (_, _opener, [end = '', ...empty], open) => {
		await writeFile(file + end, 'the latest purchases');
		for (const each of empty) await writeFile(file + each, '');
		const before = (await readdir(folder)).toSorted();

		const error = await open().catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(StoreRefusedError);
		expect(String(error)).toContain(
			`${file}${end} is there, with the latest purchases. Move the database back`,
		);
		expect((await readdir(folder)).toSorted()).toEqual(before);
		expect(await readFile(file + end, 'utf8')).toBe('the latest purchases');
	});

	it('is set aside by a restore, and not applied to the restored database', async () => {
		await writeFile(`${file}-wal`, 'the latest purchases');
		const copy = await prepareRestore(join(folder, 'other.sqlite'), file);
		const kept = await replaceDatabase(copy, file, 0);
		expect(await readFile(`${kept}`, 'utf8')).toBe('the latest purchases');
		expect(await readdir(folder)).not.toContain('claims.sqlite-wal');
	});
});

describe('a log without purchases', () => {
	it('doesn’t prevent a start', async () => {
		await writeFile(file, '');
		await writeFile(`${file}-wal`, '');
		const store = await openToCreate();
		await store.ping();
		await store.close();
	});
});

describe('a database that does not exist', () => {
	it.each(readers)('is not created by %s', async (_, open) => {
		const error = await open().catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(StoreUnavailableError);
		expect(String(error)).toContain(`There is no database ${file}`);
		expect(await readdir(folder)).toEqual([]);
	});

	it('is not reported missing if it can’t be examined', async () => {
		await symlink(file, file);
		await expect(openStore(`sqlite://${file}`, quiet)).rejects.toThrow('cannot be opened');
	});

	it('is not created in an empty file, nor is a folder made for it', async () => {
		await writeFile(file, '');
		await expect(openStore(`sqlite://${file}`, quiet)).rejects.toThrow('There is no database');
		expect(await readFile(file, 'utf8')).toBe('');
		await expect(openStore(`sqlite://${join(folder, 'tyop', 'claims.sqlite')}`, quiet)).rejects.toThrow(
			'There is no database',
		);
		expect(await readdir(folder)).toEqual(['claims.sqlite']);
	});
});

describe.skipIf(process.platform === 'win32')('the file of an open SQLite database', () => {
	let watched: Store;

	beforeEach(async () => {
		vi.spyOn(performance, 'now').mockReturnValue(0);
		watched = await openSqlite(file, () => {}, { create: true });
	});
	afterEach(async () => {
		vi.restoreAllMocks();
		await watched.close();
	});

	/** One of each kind of call. */
	const calls: Readonly<Record<string, () => Promise<unknown>>> = {
		get: () => watched.get('a'),
		getMany: () => watched.getMany(['a']),
		list: async () => {
			for await (const pair of watched.list('')) if (pair.corrupt) return;
		},
		transact: () => put(watched, 'a', 2),
		ping: () => watched.ping(),
	};

	it('is written to as long as it exists', async () => {
		for (const call of Object.values(calls)) await call();
		expect(await watched.get('a')).toBe(2);
	});

	it.each(Object.keys(calls))('fails %s within a second after it was moved away', async (name) => {
		await watched.ping();
		await rename(file, `${file}.away`);
		vi.spyOn(performance, 'now').mockReturnValue(1_000);
		await expect(calls[name]?.()).rejects.toThrow(StoreUnavailableError);
	});

	it('is written to again once it is back', async () => {
		await rename(file, `${file}.away`);
		for (let n = 0; n < 3; n += 1)
			await expect(watched.ping()).rejects.toThrow('The database file was deleted, moved or replaced');
		await rename(`${file}.away`, file);
		await watched.ping();
	});

	it('is not confused with another file of the same name', async () => {
		await rename(file, `${file}.away`);
		await writeFile(file, '');
		await expect(watched.ping()).rejects.toThrow(StoreUnavailableError);
	});

	it('is useless without its write-ahead log', async () => {
		expect(existsSync(`${file}-wal`)).toBe(true);
		await rm(`${file}-wal`);
		await expect(watched.ping()).rejects.toThrow(StoreUnavailableError);
	});
});

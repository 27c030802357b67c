import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreRefusedError, StoreUnavailableError } from '../../src/base/errors.js';
import { BackupFile } from '../../src/storage/backups/backup-file.js';
import { openStore } from '../../src/storage/open.js';
import { connectSqlite } from '../../src/storage/sqlite.js';
import { backupSqlite } from '../../src/storage/sqlite-backup.js';
import { findDatabase } from '../../src/storage/sqlite-file.js';
import { prepareRestore, replaceDatabase } from '../../src/storage/sqlite-restore.js';

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
	['a look at it as a backup', () => BackupFile.open(file)],
];
const openers: typeof readers = [
	...readers,
	['a store that may be created', openToCreate],
	['a plain connection', () => connectSqlite(file)],
	['a backup onto it', () => backupSqlite(join(folder, 'other.sqlite'), file)],
];

it('a database that another start makes during the look is not taken for a lost one', async () => {
	// A journal that can be read once the test has written it: by then the database is there.
	execFileSync('mkfifo', [`${file}-journal`]);
	const found = findDatabase(file);
	const journal = await open(`${file}-journal`, 'w');
	await writeFile(file, 'a page');
	await journal.write(Buffer.from('d9d505f920a163d7000000010000000000000001', 'hex'));
	await journal.close();
	expect(await found).toBe('database');
});

describe('a log without its database', () => {
	beforeEach(async () => {
		const other = await openStore(`sqlite://${join(folder, 'other.sqlite')}`, quiet, { create: true });
		await other.close();
	});

	const logs: readonly (readonly [string, readonly string[]])[] = [
		['a write-ahead log beside nothing', ['-wal']],
		['a write-ahead log beside an empty file', ['-wal', '']],
		['a journal beside nothing', ['-journal']],
		['a journal beside an empty file', ['-journal', '']],
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
		expect(await readFile(`${kept}-wal`, 'utf8')).toBe('the latest purchases');
		expect(await readdir(folder)).not.toContain('claims.sqlite-wal');
	});
});

describe('a log without purchases', () => {
	const creationJournal = Buffer.alloc(512);
	creationJournal.writeUInt32BE(0x1234abcd, 12);

	it.each([
		['an empty write-ahead log', '-wal', Buffer.alloc(0)],
		['an empty journal', '-journal', Buffer.alloc(0)],
		['the journal of a start that was killed while it created the database', '-journal', creationJournal],
	])('%s hinders no start', async (_, end, content) => {
		await writeFile(file, '');
		await writeFile(file + end, content);
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

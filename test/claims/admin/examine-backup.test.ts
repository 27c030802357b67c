import { copyFile, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StoreRefusedError } from '../../../src/base/errors.js';
import { examineBackup, refuseEmptyStart } from '../../../src/claims/admin/examine-backup.js';
import { currentFormat } from '../../../src/claims/format.js';
import { backupPath, backupSqlite } from '../../../src/storage/backups.js';
import { openStore } from '../../../src/storage/open.js';
import { runSql } from '../../storage/run-sql.js';
import { claimSecret } from '../sample-claims.js';
import { fillDatabase } from './admin-place.js';

const otherSecret = 'another-secret-of-thirty-two-characters';
const good = { state: 'good', format: currentFormat, purchases: 3 };

let folder: string;
let whole: string;
let copies = 0;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	whole = join(folder, 'backup.sqlite');
	const database = join(folder, 'claims.sqlite');
	await fillDatabase(database, 3);
	await backupSqlite(database, whole);
});
afterAll(() => rm(folder, { recursive: true }));

/** The backup after running these statements on it. */
async function changed(...statements: readonly string[]): Promise<string> {
	copies += 1;
	const path = join(folder, `${copies}.sqlite`);
	await copyFile(whole, path);
	await runSql(path, ...statements);
	return path;
}

const set = (key: string, value: string) =>
	`UPDATE keyv SET value = ${value} WHERE key GLOB 'claimcheck:${key}'`;
const examined = (path: string) => examineBackup(path, claimSecret);

describe('a backup', () => {
	const without = (key: string) => `DELETE FROM keyv WHERE key GLOB 'claimcheck:${key}'`;
	const format = currentFormat + 1;

	it.each<[what: string, statements: readonly string[], expected: object]>([
		['good if the secret is that of its purchases', [], good],
		['good without any purchases', [without('claim:*')], { ...good, purchases: 0 }],
		['good without a note of its format', [without('meta:format')], { state: 'good', purchases: 3 }],
		[
			'of neither secret if it was made while the secret was being changed',
			[set('meta:secret', `json_set(value, '$.value.next', 'the next check')`)],
			{ ...good, state: 'other-secret' },
		],
		[
			'of a newer version',
			[set('meta:format', `json_set(value, '$.value.format', ${format})`)],
			{ state: 'newer-format', format, purchases: 3 },
		],
		['foreign without a table of the bot', ['DROP TABLE keyv'], { state: 'foreign' }],
		['foreign without a note of a secret', [without('meta:secret')], { state: 'foreign' }],
		['damaged if that note cannot be read', [set('meta:secret', `'gibberish'`)], { state: 'damaged' }],
		[
			'damaged if the note of its format cannot be read',
			[set('meta:format', `json_set(value, '$.value.format', 'one')`)],
			{ state: 'damaged' },
		],
	])('is %s', async (_, statements, expected) => {
		expect(await examined(await changed(...statements))).toStrictEqual(expected);
	});

	it('counts as damaged if only pages without purchases are broken', async () => {
		const path = await changed(`INSERT INTO keyv VALUES ('claimcheck:filler:1', hex(zeroblob(300000)))`);
		expect(await examined(path)).toStrictEqual(good);
		const file = await open(path, 'r+');
		await file.write(Buffer.alloc(100_000, 0xff), 0, 100_000, 300_000);
		await file.close();
		expect(await examined(path)).toStrictEqual({ state: 'damaged' });
	});
});

describe('a start', () => {
	let folder: string;
	let file: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
		file = join(folder, 'claims.sqlite');
	});
	afterEach(() => rm(folder, { recursive: true }));

	const fill = (purchases: number, secret?: string) => fillDatabase(file, purchases, secret);

	const start = (name = 'claims.sqlite') => refuseEmptyStart(`sqlite://${join(folder, name)}`, claimSecret);

	/** Leaves a backup, and no database. */
	async function lose(purchases: number, secret?: string): Promise<void> {
		await fill(purchases, secret);
		await backupSqlite(file, backupPath(file, 0));
		await rm(file);
	}

	describe('next to a backup with purchases that the secret opens', () => {
		beforeEach(() => lose(2));

		it.each([
			['is missing', async () => {}],
			['is an empty file', () => writeFile(file, '')],
			[
				'has a table without rows',
				async () => (await openStore(`sqlite://${file}`, () => {}, { create: true })).close(),
			],
			['has no table', async () => void (await runSql(file, 'CREATE TABLE other (id)'))],
			['has been used, but has no purchases', () => fill(0)],
		])('is refused if the database %s', async (_, make) => {
			await make();
			const before = await readFile(file).catch(() => 'none');
			const error = await start().catch((caught: unknown) => caught);
			expect(error).toBeInstanceOf(StoreRefusedError);
			expect(String(error)).toContain(`its backup ${backupPath(file, 0)} has 2, and CLAIM_SECRET fits`);
			expect(String(error)).toContain('npm run claims -- restore');
			expect(await readFile(file).catch(() => 'none')).toEqual(before);
		});

		it('is allowed if the database has any purchase, whatever the backup has', async () => {
			await fill(1);
			await start();
		});
	});

	describe('without a database', () => {
		it('is allowed if there is nothing else, not even a folder', async () => {
			await start();
			await start('none/claims.sqlite');
			await refuseEmptyStart('redis://127.0.0.1:1', claimSecret);
		});

		it.each([
			['of another secret', () => lose(2, otherSecret)],
			['without purchases', () => lose(0)],
			['that can’t be read', () => lose(2).then(() => writeFile(backupPath(file, 0), 'no backup'))],
		])('is allowed next to a backup %s', async (_, leave) => {
			await leave();
			await start();
		});

		it('is refused next to a database that a restore has set aside', async () => {
			await fill(1);
			await rename(file, join(folder, 'claims-replaced-2026-11-22T041017Z.sqlite'));
			await expect(start()).rejects.toThrow('To begin anew, move that file away');
		});
	});
});

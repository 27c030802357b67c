import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreRefusedError } from '../../../src/base/errors.js';
import { refuseEmptyStart } from '../../../src/claims/admin/examine-backup.js';
import { backupPath, backupSqlite } from '../../../src/storage/backups.js';
import { openStore } from '../../../src/storage/open.js';
import { runSql } from '../../storage/run-sql.js';
import { claimSecret } from '../sample-claims.js';
import { fillDatabase } from './admin-place.js';

const otherSecret = 'another-secret-of-thirty-two-characters';
let folder: string;
let file: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	file = join(folder, 'claims.sqlite');
});
afterEach(() => rm(folder, { recursive: true }));

const fill = (purchases: number, secret?: string) => fillDatabase(file, purchases, secret);

const backUp = () => backupSqlite(file, backupPath(file, 0));
const start = (name = 'claims.sqlite') => refuseEmptyStart(`sqlite://${join(folder, name)}`, claimSecret);

/** A backup with two purchases, and no database. */
async function lose(secret = claimSecret): Promise<void> {
	await fill(2, secret);
	await backUp();
	await rm(file);
}

describe('a start beside a backup with purchases that the secret opens', () => {
	beforeEach(() => lose());

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

	it('is allowed with a database that has a purchase, whatever the backup has', async () => {
		await fill(1);
		await start();
	});
});

describe('a start without a database', () => {
	it('is allowed if nothing is, not even a folder', async () => {
		await start();
		await start('none/claims.sqlite');
	});

	it('is allowed beside a backup of another secret', async () => {
		await lose(otherSecret);
		await start();
	});

	it('is allowed beside a backup without purchases', async () => {
		await fill(0);
		await backUp();
		await start();
		await rm(file);
		await start();
	});

	it('is allowed beside what is no backup', async () => {
		await lose();
		await writeFile(backupPath(file, 0), 'no backup');
		await start();
	});

	it('is refused beside the database that a restore has set aside', async () => {
		await fill(1);
		await rename(file, join(folder, 'claims-replaced-2026-11-22T041017Z.sqlite'));
		await expect(start()).rejects.toThrow('To begin anew, move that file away');
	});

	it('is refused beside its log', async () => {
		await writeFile(`${file}-wal`, 'the latest purchases');
		await expect(start()).rejects.toThrow(StoreRefusedError);
	});
});

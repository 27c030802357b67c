import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { openStore } from '../../src/storage/open.js';
import { SqliteConnection } from '../../src/storage/sqlite-connection.js';
import { rebuildIndex } from '../../src/storage/sqlite-damage.js';
import { compareAndSet } from './compare-and-set.js';
import { loseIndexEntries } from './index-damage.js';
import { runSql } from './run-sql.js';

let folder: string;
let file: string;
const quiet = (): void => {};
/** The length of a claim. */
const keyOf = (n: number): string => `claim:${String(n).padStart(64, '0')}`;
const open = () => openStore(`sqlite://${file}`, quiet, { create: true });

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	file = join(folder, 'claims.sqlite');
	const store = await open();
	for (let n = 0; n < 120; n += 1) await compareAndSet(store, keyOf(n), undefined, 'x'.repeat(400));
	await store.close();
});
afterEach(() => rm(folder, { recursive: true }));

describe('a database whose index lacks rows', () => {
	it('is refused when opened, with instructions for keeping all rows', async () => {
		const lost = loseIndexEntries(file);
		expect(lost).toBeGreaterThan(1);
		const error = await open().catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(StoreUnavailableError);
		expect(String(error)).toContain(`${file} is damaged: its index lacks ${lost} of the rows`);
		expect(String(error)).toContain('npm run claims -- verify`');
	});

	it('has all of its rows once the index is rebuilt', async () => {
		loseIndexEntries(file);
		expect(await SqliteConnection.with(file, rebuildIndex)).toBe(true);
		const store = await open();
		const keys = Array.from({ length: 120 }, (_, n) => keyOf(n));
		expect((await store.getMany(keys)).filter((value) => value === undefined)).toEqual([]);
		await store.close();
	});

	it('can only be restored from a backup if two rows have one key', async () => {
		loseIndexEntries(file);
		// SQLite doesn't see the rows that a lookup misses, and writes them a second time.
		for (let n = 0; n < 120; n += 1)
			await runSql(file, `INSERT OR IGNORE INTO keyv VALUES ('claimcheck:${keyOf(n)}', 'again')`);
		expect(await SqliteConnection.with(file, rebuildIndex)).toBe(false);
	});
});

describe('a database with other damage', () => {
	const spoil: readonly (readonly [string, (bytes: Buffer, pageSize: number) => Buffer])[] = [
		[
			'has lost rows of its table',
			(bytes, pageSize) => {
				const pages = Array.from({ length: bytes.length / pageSize }, (_, n) => n * pageSize);
				const leaf = pages.find((page) => bytes[page] === 0x0d && bytes.readUInt16BE(page + 3) > 1) ?? 0;
				bytes.writeUInt16BE(bytes.readUInt16BE(leaf + 3) - 1, leaf + 3);
				return bytes;
			},
		],
		['has a page of zeros', (bytes, pageSize) => bytes.fill(0, bytes.length - pageSize)],
		['was cut off', (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6))],
	];

	it.each(spoil)('is refused because it %s, and can only be restored from a backup', async (_, change) => {
		const bytes = await readFile(file);
		await writeFile(file, change(bytes, bytes.readUInt16BE(16)));
		const error = await open().catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(StoreUnavailableError);
		expect(String(error)).toMatch(/damaged/);
		expect(String(error)).not.toContain('--repair');
	});
});

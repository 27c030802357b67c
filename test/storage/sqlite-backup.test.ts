import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { backupSqlite } from '../../src/storage/backups.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import type { Store } from '../../src/storage/store.js';
import { compareAndSet } from './compare-and-set.js';

let folder: string;
let file: string;
let store: Store;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	file = join(folder, 'claims.sqlite');
	store = await openSqlite(file, () => {}, { create: true });
});
afterEach(async () => {
	await store.close();
	await rm(folder, { recursive: true });
});

async function count(file: string): Promise<number> {
	const copy = await openSqlite(file, () => {});
	let rows = 0;
	for await (const pair of copy.list('n:')) rows += pair.corrupt ? 0 : 1;
	await copy.close();
	return rows;
}

describe('a backup of SQLite', () => {
	it('holds everything that was acknowledged before it began, while writing goes on', async () => {
		let acknowledged = 0;
		let ended = false;
		const writing = (async () => {
			for (let n = 0; !ended; n += 1) {
				await compareAndSet(store, `n:${n}`, undefined, 'x'.repeat(2_000));
				acknowledged += 1;
			}
		})();
		const counts: (readonly [before: number, copied: number])[] = [];
		for (const name of ['a', 'b', 'c']) {
			while (acknowledged < 100 * (counts.length + 1)) await new Promise((resolve) => setTimeout(resolve, 1));
			const before = acknowledged;
			await backupSqlite(file, join(folder, name));
			counts.push([before, await count(join(folder, name))]);
		}
		ended = true;
		await writing;
		for (const [before, copied] of counts) expect(copied).toBeGreaterThanOrEqual(before);
		expect(await count(file)).toBe(acknowledged);
	});

	it('can be read by its owner alone, and leaves nothing else behind', async () => {
		await store.ping();
		await writeFile(join(folder, 'copy.partial'), 'left by a backup that was killed');
		await backupSqlite(file, join(folder, 'copy'));
		expect((await stat(join(folder, 'copy'))).mode & 0o777).toBe(0o600);
		expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
	});

	it('never writes over a file', async () => {
		await writeFile(join(folder, 'copy'), 'precious');
		await expect(backupSqlite(file, join(folder, 'copy'))).rejects.toThrow(StoreUnavailableError);
		expect((await stat(join(folder, 'copy'))).size).toBe('precious'.length);
	});
});

import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { lastBackupAt, makeDailyBackup } from '../../src/storage/backups.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import type { Store } from '../../src/storage/store.js';
import { floor } from '../world/floor.js';
import { compareAndSet } from './compare-and-set.js';

const day = 86_400_000;
const start = Date.UTC(2026, 10, 22, 4, 10, 17);

let folder: string;
let store: Store;
let clock: number;
let isClockTrusted: boolean;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	store = await openSqlite(join(folder, 'claims.sqlite'), () => {}, { create: true });
	await compareAndSet(store, 'n:1', undefined, 'one');
	clock = start;
	isClockTrusted = true;
});
afterEach(async () => {
	await store.close();
	await rm(folder, { recursive: true });
});

const daily = (name = 'claims.sqlite') =>
	makeDailyBackup(
		join(folder, name),
		floor({
			store,
			clock: { now: () => clock, isTrusted: () => isClockTrusted },
			logger: { info: () => {} },
		}),
	);
const kept = async (): Promise<string[]> => (await readdir(join(folder, 'backups'))).sort();

describe('daily backups', () => {
	it('makes one at the first start, readable by its owner alone, and none more on that day', async () => {
		await daily();
		clock += day - 1;
		await daily();
		expect(await kept()).toEqual(['claims-2026-11-22T041017Z.sqlite']);
		const copy = join(folder, 'backups', 'claims-2026-11-22T041017Z.sqlite');
		expect((await stat(copy)).mode & 0o777).toBe(0o600);
		expect(await lastBackupAt(store)).toBe(start);
		const opened = await openSqlite(copy, () => {});
		expect(await opened.get('n:1')).toBe('one');
		await opened.close();
		clock += 1;
		await daily();
		expect(await kept()).toHaveLength(2);
		expect(await lastBackupAt(store)).toBe(start + day);
	});

	it('keeps each for fourteen days', async () => {
		for (let n = 0; n <= 20; n += 1, clock += day) await daily();
		const files = await kept();
		expect(files).toHaveLength(15);
		expect(files[0]).toContain('2026-11-28');
		expect(files.at(-1)).toContain('2026-12-12');
	});

	it('deletes nothing that it has not named itself', async () => {
		await daily();
		const others = [
			'before-the-update.sqlite',
			'claims-2019-01-01.sqlite',
			'other-2019-01-01T000000Z.sqlite',
			'claims-2019-01-01T000000Z.sqlite.gz',
			'claims-2019-99-99T999999Z.sqlite',
		];
		for (const name of others) await writeFile(join(folder, 'backups', name), 'precious');
		clock += 30 * day;
		await daily();
		expect(await kept()).toEqual(['claims-2026-12-22T041017Z.sqlite', ...others].sort());
	});

	it('keeps one from before a change of format for ninety days, one by hand for ever, and counts neither', async () => {
		const names = [
			'claims-2026-11-22T041000Z-before-format-5.sqlite',
			'claims-2026-11-22T041000Z-manual.sqlite',
		];
		await mkdir(join(folder, 'backups'));
		for (const name of names) await writeFile(join(folder, 'backups', name), 'precious');
		await daily();
		expect(await kept()).toEqual([...names, 'claims-2026-11-22T041017Z.sqlite'].sort());
		clock += 90 * day - 20_000;
		await daily();
		expect(await kept()).toEqual(expect.arrayContaining(names));
		clock += day;
		await daily();
		expect(await kept()).toEqual(expect.arrayContaining(names.slice(1)));
		expect(await kept()).not.toContain(names[0]);
	});

	it('takes no half file for a backup, and clears it away with the backups of its time', async () => {
		await daily();
		clock += day;
		for (const end of ['', '-journal']) {
			await writeFile(join(folder, 'backups', `claims-2026-11-23T041000Z.sqlite.partial${end}`), 'half');
		}
		await daily();
		expect((await kept()).filter((name) => !name.includes('partial'))).toHaveLength(2);
		expect(await kept()).toHaveLength(4);
		clock += 15 * day;
		await daily();
		expect((await kept()).filter((name) => name.includes('partial'))).toEqual([]);
	});

	it('keeps the old ones while no new one can be made', async () => {
		await daily();
		await writeFile(join(folder, 'backups', 'claims-2026-12-30T041017Z.sqlite'), 'in the way');
		clock = Date.UTC(2026, 11, 30, 4, 10, 17) + 20 * day;
		await expect(daily('none.sqlite')).rejects.toThrow(StoreUnavailableError);
		expect(await kept()).toHaveLength(2);
	});

	it('deletes nothing by a clock that is off', async () => {
		await daily();
		clock = Date.UTC(2036, 0, 1);
		isClockTrusted = false;
		await daily();
		expect(await kept()).toHaveLength(2);
	});

	it('keeps those of two databases in one folder apart', async () => {
		const second = await openSqlite(join(folder, 'claims-b.sqlite'), () => {}, { create: true });
		await daily('claims-b.sqlite');
		await daily();
		clock += 15 * day;
		await daily();
		expect(await kept()).toEqual(['claims-2026-12-07T041017Z.sqlite', 'claims-b-2026-11-22T041017Z.sqlite']);
		await second.close();
	});
});

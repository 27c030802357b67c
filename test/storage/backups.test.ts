import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { createLogger } from '../../src/base/logger.js';
import { readSettings } from '../../src/config.js';
import { backupSqlite, lastBackupAt, makeDailyBackup } from '../../src/storage/backups.js';
import { openStore } from '../../src/storage/open.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import type { Store } from '../../src/storage/store.js';
import { createBackups } from '../../src/store-tasks.js';
import { floor } from '../world/floor.js';
import { compareAndSet } from './compare-and-set.js';
import { loseIndexEntries } from './index-damage.js';

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

describe('the daily backup', () => {
	it('is made at the first start, readable only by its owner, and only once on that day', async () => {
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

	it('is kept for fourteen days', async () => {
		for (let n = 0; n <= 20; n += 1, clock += day) await daily();
		const files = await kept();
		expect(files).toHaveLength(15);
		expect(files[0]).toContain('2026-11-28');
		expect(files.at(-1)).toContain('2026-12-12');
	});

	it('deletes only files that it has named itself', async () => {
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

	it('leaves one from before a format change for ninety days, and a manual one forever, without counting either', async () => {
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

	it('ignores a partial file, and deletes it with the backups of its time', async () => {
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

	it('keeps its predecessors while it can’t be made', async () => {
		await daily();
		await writeFile(join(folder, 'backups', 'claims-2026-12-30T041017Z.sqlite'), 'in the way');
		clock = Date.UTC(2026, 11, 30, 4, 10, 17) + 20 * day;
		await expect(daily('none.sqlite')).rejects.toThrow(StoreUnavailableError);
		expect(await kept()).toHaveLength(2);
	});

	it('deletes nothing if the clock is wrong', async () => {
		await daily();
		clock = Date.UTC(2036, 0, 1);
		isClockTrusted = false;
		await daily();
		expect(await kept()).toHaveLength(2);
	});

	it('is told apart from that of another database in the folder', async () => {
		const second = await openSqlite(join(folder, 'claims-b.sqlite'), () => {}, { create: true });
		await daily('claims-b.sqlite');
		await daily();
		clock += 15 * day;
		await daily();
		expect(await kept()).toEqual(['claims-2026-12-07T041017Z.sqlite', 'claims-b-2026-11-22T041017Z.sqlite']);
		await second.close();
	});
});

const file = () => join(folder, 'claims.sqlite');

describe('a daily backup that fails', () => {
	/** The bot's own log line about it, and its alerts. */
	async function failed() {
		const settings = readSettings({ DATABASE_URL: `sqlite://${file()}` }, ['DATABASE_URL', 'BACKUPS']);
		const alerts: string[] = [];
		const line = await new Promise<string>((resolve) => {
			const backups = createBackups(
				settings,
				floor({
					store,
					alerts: { raise: async (_, { kind }) => void alerts.push(kind) },
					logger: createLogger({ level: 'debug', secrets: [], destination: { write: resolve } }),
					clock: { ...systemClock, isTrusted: () => true },
				}),
			);
			onTestFinished(() => backups?.stop());
			backups?.start();
		});
		return { line, alerts };
	}

	it('because the database is damaged leaves no copy, raises an alert and logs a clear message', async () => {
		for (const key of ['claim:1', 'claim:2']) await compareAndSet(store, key, undefined, 'one');
		await store.close();
		loseIndexEntries(file());
		store = await openStore(`sqlite://${file()}`, () => {}, { unchecked: true });
		const { line, alerts } = await failed();
		expect(line).toContain(`${file()} is damaged: its index lacks 1 of the rows`);
		expect([await kept(), alerts]).toEqual([[], ['damaged']]);
	});

	it('because its folder can’t be used is logged as an error', async () => {
		await writeFile(join(folder, 'backups'), '');
		expect((await failed()).line).toMatch(/"level":"error".*EEXIST.*could not be backed up/);
	});
});

async function count(path: string): Promise<number> {
	const copy = await openSqlite(path, () => {});
	let rows = 0;
	for await (const pair of copy.list('m:')) rows += pair.corrupt ? 0 : 1;
	await copy.close();
	return rows;
}

describe('a backup of SQLite', () => {
	it('contains everything acknowledged before it began, while writes continue', async () => {
		let acknowledged = 0;
		let ended = false;
		const writing = (async () => {
			for (let n = 0; !ended; n += 1) {
				await compareAndSet(store, `m:${n}`, undefined, 'x'.repeat(2_000));
				acknowledged += 1;
			}
		})();
		const counts: (readonly [before: number, copied: number])[] = [];
		for (const name of ['a', 'b', 'c']) {
			while (acknowledged < 100 * (counts.length + 1)) await new Promise((resolve) => setTimeout(resolve, 1));
			const before = acknowledged;
			await backupSqlite(file(), join(folder, name));
			counts.push([before, await count(join(folder, name))]);
		}
		ended = true;
		await writing;
		for (const [before, copied] of counts) expect(copied).toBeGreaterThanOrEqual(before);
		expect(await count(file())).toBe(acknowledged);
	});

	it('leaves nothing behind, not even of one that was killed', async () => {
		await writeFile(join(folder, 'copy.partial'), 'left by a backup that was killed');
		await backupSqlite(file(), join(folder, 'copy'));
		expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
	});

	it('never overwrites a file', async () => {
		await writeFile(join(folder, 'copy'), 'precious');
		await expect(backupSqlite(file(), join(folder, 'copy'))).rejects.toThrow(StoreUnavailableError);
		expect((await stat(join(folder, 'copy'))).size).toBe('precious'.length);
	});
});

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite.js';
import { freshCode, logged, verify } from './acts.js';
import { repository } from './entry-process.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

let stage: Stage;
const children: ChildProcess[] = [];

beforeEach(async () => {
	stage = await openStage();
});
afterEach(async () => {
	for (const child of children.splice(0)) child.kill('SIGKILL');
	await stage?.close();
});

const run = promisify(execFile);
const cli = join(repository, 'dist/src/claims-cli.js');
/** But for SQLite's own log, which stays where it can't be written back. */
const files = async (folder = stage.folder): Promise<string[]> =>
	(await readdir(folder)).filter((name) => !/-(?:wal|shm)$/.test(name)).sort();

function claims(...args: string[]): Promise<{ readonly code: number; readonly output: string }> {
	const env = { PATH: process.env['PATH'] ?? '', ...stage.environment() };
	return new Promise((resolve) => {
		execFile(process.execPath, [cli, ...args], { env, cwd: stage.folder }, (error, stdout, stderr) => {
			resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
		});
	});
}

/** Kills `claims ARGS` at once when a file whose name contains `part` is there. */
async function killAt(part: string, ...args: string[]): Promise<void> {
	const watcher = watch(stage.folder);
	const seen = new Promise<void>((resolve) => {
		watcher.on('change', (_, name) => {
			if (String(name).includes(part)) resolve();
		});
	});
	const child = spawn(process.execPath, [cli, ...args], {
		cwd: stage.folder,
		env: { PATH: process.env['PATH'] ?? '', ...stage.environment() },
	});
	children.push(child);
	await Promise.race([seen, once(child, 'exit')]);
	child.kill('SIGKILL');
	await once(child, 'close');
	watcher.close();
}

/** Rows that fill so many MiB: a copy takes long enough to be killed in the middle. */
async function grow(mebibytes: number): Promise<void> {
	const store = await openSqlite(join(stage.folder, 'claims.sqlite'), () => {});
	for (let n = 0; n < mebibytes; n += 1) {
		await store.compareAndSet(`filler:${n}`, undefined, 'x'.repeat(1024 * 1024));
	}
	await store.close();
}

describe('a bot on SQLite', () => {
	it('makes a backup at its start, and none at the next one on that day', async () => {
		const bot = await stage.startProcess();
		await bot.logged('Backed up the database');
		const [made, ...more] = await files(join(stage.folder, 'backups'));
		expect(made).toMatch(/^claims-\d{4}-\d\d-\d\dT\d{6}Z\.sqlite$/);
		expect(more).toEqual([]);
		expect((await stat(join(stage.folder, 'backups', made ?? ''))).mode & 0o777).toBe(0o600);
		await bot.stop();
		const again = await stage.startProcess();
		await again.logged('Ready');
		await again.stop();
		expect(await files(join(stage.folder, 'backups'))).toEqual([made]);
	});

	it('goes on where none can be made, and says so', async () => {
		await register(stage);
		await writeFile(join(stage.folder, 'backups'), 'a file where the folder is to be');
		const bot = await stage.startBot();
		await bot.logged('The database could not be backed up');
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toBe('✅ Purchase verified');
		expect(logged(bot, 'fatal')).toEqual([]);
	});

	it('makes none where BACKUPS is false', async () => {
		const bot = await stage.startProcess({ BACKUPS: 'false' });
		await bot.stop();
		expect(await files()).not.toContain('backups');
	});
});

describe('a backup that is restored', () => {
	it('brings back who held what, and is refused while the bot runs', async () => {
		await register(stage);
		const { buyer, friend } = stage.people;
		const bot = await stage.startProcess();
		const [early, late] = [freshCode(stage), freshCode(stage)];
		await verify(buyer, early);
		expect((await claims('backup', 'monday.sqlite')).code).toBe(0);
		await verify(buyer, late);

		const refused = await claims('restore', 'monday.sqlite');
		expect(refused).toEqual({
			code: 69,
			output: expect.stringContaining('A bot uses this database: stop it'),
		});
		await bot.stop();
		const restored = await claims('restore', 'monday.sqlite');
		expect(restored.code).toBe(0);
		expect(restored.output).toMatch(/kept as .*claims-replaced-.*\.sqlite/);

		await stage.startBot();
		expect(headline(await verify(friend, early))).toBe('⛔ This code is in use');
		// Verified after the backup: for whom ever shows it now.
		expect(headline(await verify(friend, late))).toBe('✅ Purchase verified');
	});
});

describe('a crash', () => {
	beforeEach(async () => {
		await (await stage.startProcess({ BACKUPS: 'false' })).stop();
		await grow(48);
	});

	it('in the middle of a backup leaves nothing that could be taken for one', async () => {
		await killAt('monday.sqlite.partial', 'backup', 'monday.sqlite');
		// The backup was faster than the kill: then it is whole.
		while ((await files()).includes('monday.sqlite')) {
			expect((await claims('restore', 'monday.sqlite')).code).toBe(0);
			await rm(join(stage.folder, 'monday.sqlite'));
			await killAt('monday.sqlite.partial', 'backup', 'monday.sqlite');
		}
		expect((await claims('backup', 'monday.sqlite')).code).toBe(0);
		expect((await claims('restore', 'monday.sqlite')).code).toBe(0);
		expect((await files()).filter((name) => name.includes('partial'))).toEqual([]);
	});

	it('in the middle of a restore leaves the database as it was', async () => {
		await claims('backup', 'monday.sqlite');
		// Again where the restore was faster than the kill.
		do {
			await grow(50);
			await killAt('.restoring-', 'restore', 'monday.sqlite');
		} while (!(await files()).some((name) => name.includes('.restoring-')));
		const store = await openSqlite(join(stage.folder, 'claims.sqlite'), () => {});
		expect(await store.get('filler:49')).toHaveLength(1024 * 1024);
		await store.close();
		expect((await claims('restore', 'monday.sqlite')).code).toBe(0);
		expect((await files()).filter((name) => name.includes('.restoring-'))).toEqual([]);
	});
});

describe('a full disk', () => {
	it('leaves no half backup and no half restore, and the old ones as they were', async () => {
		await (await stage.startProcess({ BACKUPS: 'false' })).stop();
		await claims('backup', 'monday.sqlite');
		await grow(4);
		const before = await files();
		for (const args of [
			['backup', 'tuesday.sqlite'],
			['restore', 'monday.sqlite'],
		]) {
			const env = { PATH: process.env['PATH'] ?? '', ...stage.environment() };
			// No file may grow past that: the system refuses it as it refuses writes to a full disk.
			const limited = ['--fsize=8192', process.execPath, cli, ...args];
			await expect(run('prlimit', limited, { env, cwd: stage.folder })).rejects.toMatchObject({ code: 69 });
			expect(await files()).toEqual(before);
		}
		expect((await claims('restore', 'monday.sqlite')).code).toBe(0);
	});
});

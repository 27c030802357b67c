import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { freshCode, verify } from './acts.js';
import { repository } from './entry-process.js';
import { sharedStage } from './own-stage.js';
import { filesIn, runClaims } from './programs.js';
import { headline } from './reading.js';

const cli = join(repository, 'dist/src/claims-cli.js');

// All tests share one database. The bot makes no backup itself.
const stage = await sharedStage();
const startBot = () => stage.startBot({ BACKUPS: 'false' });
const { buyer, friend } = stage.people;
const [early, late] = [freshCode(stage), freshCode(stage)];
const first = await startBot();
await verify(buyer, early);
await first.stop();
await grow(48);

const run = promisify(execFile);
/** Kills `claims ARGS` as soon as a file whose name contains `part` exists. */
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
	await Promise.race([seen, once(child, 'exit')]);
	child.kill('SIGKILL');
	await once(child, 'close');
	watcher.close();
}

/** Rows that fill this many MiB, so that a copy takes long enough to be killed halfway. */
async function grow(mebibytes: number): Promise<void> {
	const store = await openSqlite(join(stage.folder, 'claims.sqlite'), () => {});
	for (let n = 0; n < mebibytes; n += 1) {
		await compareAndSet(store, `filler:${n}`, undefined, 'x'.repeat(1024 * 1024));
	}
	await store.close();
}

describe('a crash', () => {
	it('in the middle of a backup leaves nothing that could be mistaken for a backup', async () => {
		await killAt('monday.sqlite.partial', 'backup', 'monday.sqlite');
		// If the backup was faster than the kill, it must be complete.
		while ((await filesIn(stage.folder)).includes('monday.sqlite')) {
			expect((await runClaims(stage, 'restore', 'monday.sqlite', '--yes')).code).toBe(0);
			await rm(join(stage.folder, 'monday.sqlite'));
			await killAt('monday.sqlite.partial', 'backup', 'monday.sqlite');
		}
		expect((await runClaims(stage, 'backup', 'monday.sqlite')).code).toBe(0);
		expect((await runClaims(stage, 'restore', 'monday.sqlite', '--yes')).code).toBe(0);
		expect((await filesIn(stage.folder)).filter((name) => name.includes('partial'))).toEqual([]);
	});

	it('in the middle of a restore leaves the database as it was', async () => {
		await runClaims(stage, 'backup', 'tuesday.sqlite');
		// Tried again if the restore was faster than the kill.
		do {
			await grow(50);
			await killAt('.restoring', 'restore', 'tuesday.sqlite', '--yes');
		} while (!(await filesIn(stage.folder)).some((name) => name.includes('.restoring')));
		const store = await openSqlite(join(stage.folder, 'claims.sqlite'), () => {});
		expect(await store.get('filler:49')).toHaveLength(1024 * 1024);
		await store.close();
		expect((await runClaims(stage, 'restore', 'tuesday.sqlite', '--yes')).code).toBe(0);
		expect((await filesIn(stage.folder)).filter((name) => name.includes('.restoring'))).toEqual([]);
	});

	it('after the backup is in place leaves either all of it or all of the former database', async () => {
		await runClaims(stage, 'backup', 'wednesday.sqlite');
		const bot = await startBot();
		await verify(buyer, late);
		await bot.stop();
		await killAt('claims-replaced-', 'restore', 'wednesday.sqlite', '--yes');
		const next = await startBot();
		expect(headline(await verify(friend, early))).toBe('⛔ This code is in use');
		expect(['⛔ This code is in use', '✅ Purchase verified']).toContain(
			headline(await verify(friend, late)),
		);
		await next.stop();
		expect((await runClaims(stage, 'restore', 'wednesday.sqlite', '--yes')).code).toBe(0);
	});
});

it('a full disk leaves no partial backup or restore, and doesn’t change the old files', async () => {
	const before = await filesIn(stage.folder);
	for (const args of [
		['backup', 'thursday.sqlite'],
		['restore', 'wednesday.sqlite', '--yes'],
	]) {
		const env = { PATH: process.env['PATH'] ?? '', ...stage.environment() };
		// No file may grow beyond this: the system then refuses writes as on a full disk.
		const limited = ['--fsize=8192', process.execPath, cli, ...args];
		await expect(run('prlimit', limited, { env, cwd: stage.folder })).rejects.toMatchObject({ code: 69 });
		expect(await filesIn(stage.folder)).toEqual(before);
	}
	expect((await runClaims(stage, 'restore', 'wednesday.sqlite', '--yes')).code).toBe(0);
});

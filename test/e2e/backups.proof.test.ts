import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { freshCode, verify } from './acts.js';
import { cli, filesIn, runClaims } from './claims-run.js';
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
	children.push(child);
	await Promise.race([seen, once(child, 'exit')]);
	child.kill('SIGKILL');
	await once(child, 'close');
	watcher.close();
}

/** Rows that fill this number of MiB: a copy takes long enough to be killed in the middle. */
async function grow(mebibytes: number): Promise<void> {
	const store = await openSqlite(join(stage.folder, 'claims.sqlite'), () => {});
	for (let n = 0; n < mebibytes; n += 1) {
		await compareAndSet(store, `filler:${n}`, undefined, 'x'.repeat(1024 * 1024));
	}
	await store.close();
}

describe('a crash', () => {
	beforeEach(async () => {
		await (await stage.startProcess({ BACKUPS: 'false' })).stop();
		await grow(48);
	});

	it('in the middle of a backup leaves nothing that could be taken for one', async () => {
		await killAt('monday.sqlite.partial', 'backup', 'monday.sqlite');
		// The backup was faster than the kill: then it is whole.
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
		await runClaims(stage, 'backup', 'monday.sqlite');
		// Again where the restore was faster than the kill.
		do {
			await grow(50);
			await killAt('.restoring', 'restore', 'monday.sqlite', '--yes');
		} while (!(await filesIn(stage.folder)).some((name) => name.includes('.restoring')));
		const store = await openSqlite(join(stage.folder, 'claims.sqlite'), () => {});
		expect(await store.get('filler:49')).toHaveLength(1024 * 1024);
		await store.close();
		expect((await runClaims(stage, 'restore', 'monday.sqlite', '--yes')).code).toBe(0);
		expect((await filesIn(stage.folder)).filter((name) => name.includes('.restoring'))).toEqual([]);
	});
});

describe('a restore that is killed once the backup is in place', () => {
	it('leaves a bot that runs, with all of the backup or all of the database before', async () => {
		await register(stage);
		const { buyer, friend } = stage.people;
		const [early, late] = [freshCode(stage), freshCode(stage)];
		const bot = await stage.startProcess({ BACKUPS: 'false' });
		await verify(buyer, early);
		await runClaims(stage, 'backup', 'monday.sqlite');
		await verify(buyer, late);
		await bot.stop();
		await killAt('claims-replaced-', 'restore', 'monday.sqlite', '--yes');
		const next = await stage.startProcess({ BACKUPS: 'false' });
		expect(headline(await verify(friend, early))).toBe('⛔ This code is in use');
		expect(['⛔ This code is in use', '✅ Purchase verified']).toContain(
			headline(await verify(friend, late)),
		);
		await next.stop();
		expect((await runClaims(stage, 'restore', 'monday.sqlite', '--yes')).code).toBe(0);
	});
});

describe('a full disk', () => {
	it('leaves no half backup and no half restore, and the old ones as they were', async () => {
		await (await stage.startProcess({ BACKUPS: 'false' })).stop();
		await runClaims(stage, 'backup', 'monday.sqlite');
		await grow(4);
		const before = await filesIn(stage.folder);
		for (const args of [
			['backup', 'tuesday.sqlite'],
			['restore', 'monday.sqlite', '--yes'],
		]) {
			const env = { PATH: process.env['PATH'] ?? '', ...stage.environment() };
			// No file may grow past that: the system refuses it as it refuses writes to a full disk.
			const limited = ['--fsize=8192', process.execPath, cli, ...args];
			await expect(run('prlimit', limited, { env, cwd: stage.folder })).rejects.toMatchObject({ code: 69 });
			expect(await filesIn(stage.folder)).toEqual(before);
		}
		expect((await runClaims(stage, 'restore', 'monday.sqlite', '--yes')).code).toBe(0);
	});
});

import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { freshCode, verify } from './acts.js';
import { filesIn, runClaims } from './claims-run.js';
import { runDoctor } from './doctor-acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

// Writes into a file that has no name any more are lost when the process ends, whatever the buyer was promised.
describe.skipIf(process.platform === 'win32')('a database file that goes while the bot runs', () => {
	let stage: Stage;
	let port: number;
	let file: string;

	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		port = await freePort();
		file = join(stage.folder, 'claims.sqlite');
	});
	afterEach(() => stage?.close());

	const ready = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;

	it('makes the bot say "try again" until it is back, and notify the operator', async () => {
		const { buyer, friend } = stage.people;
		const bot = await stage.startProcess({ HEALTH_PORT: String(port) });
		await verify(buyer, freshCode(stage));
		expect(await ready()).toBe(200);

		const code = freshCode(stage);
		await rename(file, `${file}.away`);
		// No tool may take the log, which holds what was acknowledged last.
		const log = await readFile(`${file}-wal`);
		const checkup = await runDoctor(stage);
		expect(checkup.code).toBe(1);
		expect(checkup.stdout).toContain('Move the database back beside it');
		expect((await readFile(`${file}-wal`)).subarray(0, log.length)).toEqual(log);
		await expect.poll(ready).toBe(503);
		expect(headline(await verify(friend, code))).not.toBe('✅ Purchase verified');
		await bot.logged('The database is not responding');

		await rename(`${file}.away`, file);
		await expect.poll(ready).toBe(200);
		await bot.logged('The database works again');
		expect(headline(await verify(friend, code))).toBe('✅ Purchase verified');
		await bot.kill();

		const next = await stage.startBot();
		expect(headline(await verify(friend, code))).toBe('✅ Already verified');
		await next.stop();
	});
});

describe('a start without the database file', () => {
	let stage: Stage;
	let file: string;
	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		file = join(stage.folder, 'claims.sqlite');
	});
	afterEach(() => stage?.close());

	/** The bot's last words. */
	async function refusal(): Promise<string> {
		const bot = await stage.spawnBot();
		expect((await bot.exited).code).toBe(78);
		return bot.output();
	}

	it('is refused beside a backup with its purchases, until that is restored', async () => {
		const { buyer, friend } = stage.people;
		const code = freshCode(stage);
		const bot = await stage.startProcess({ BACKUPS: 'false' });
		await verify(buyer, code);
		await runClaims(stage, 'backup');
		await bot.stop();
		await rm(file);

		expect(await refusal()).toMatch(/its backup .*-manual\.sqlite has 1, and CLAIM_SECRET fits\. Run/);
		expect(await filesIn(stage.folder)).toEqual(['backups']);
		const [backup = ''] = await filesIn(join(stage.folder, 'backups'));
		expect((await runClaims(stage, 'restore', join('backups', backup))).code).toBe(0);
		await stage.startBot();
		expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');
	});
});

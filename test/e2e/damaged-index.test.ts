import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loseIndexEntries } from '../storage/index-damage.js';
import { freshCode, verify } from './acts.js';
import { runClaims } from './claims-run.js';
import { runDoctor } from './doctor-acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

let stage: Stage;

beforeEach(async () => {
	stage = await openStage();
	await register(stage);
});
afterEach(() => stage?.close());

// Lookups would miss the rows, so that used codes seem new, and nothing would report it.
it('a database whose index lacks rows is opened by no bot until it is mended, and then has all of them', async () => {
	const { buyer, friend } = stage.people;
	const code = freshCode(stage);
	const bot = await stage.startProcess({ BACKUPS: 'false' });
	await verify(buyer, code);
	await bot.stop();
	expect(loseIndexEntries(join(stage.folder, 'claims.sqlite'))).toBeGreaterThan(0);

	const damaged = await stage.spawnBot();
	expect((await damaged.exited).code).toBe(69);
	expect(damaged.output()).toContain('is damaged: its index lacks 1 of the rows');
	expect((await runDoctor(stage)).stdout).toContain('is damaged: its index lacks 1 of the rows');
	for (const command of ['stats', 'export', 'backup']) {
		const { code: exit, output } = await runClaims(stage, command);
		expect(output).toContain('is damaged: its index lacks 1 of the rows');
		expect(exit).toBe(command === 'backup' ? 65 : 69);
	}
	expect(await runClaims(stage, 'verify')).toMatchObject({
		code: 1,
		output: expect.stringContaining('index lacks 1 of the rows'),
	});
	const mended = await runClaims(stage, 'verify', '--repair');
	expect(mended).toMatchObject({ code: 0, output: expect.stringContaining('(rebuilt)') });

	await stage.startBot();
	expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');
});

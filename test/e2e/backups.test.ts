import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshCode, logged, verify } from './acts.js';
import { filesIn, runClaims } from './claims-run.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

let stage: Stage;

beforeEach(async () => {
	stage = await openStage();
});
afterEach(async () => {
	await stage?.close();
});

describe('a bot on SQLite', () => {
	it('makes a backup at its start, and none at the next one on that day', async () => {
		const bot = await stage.startBot();
		await bot.logged('Backed up the database');
		const [made, ...more] = await filesIn(join(stage.folder, 'backups'));
		expect(made).toMatch(/^claims-\d{4}-\d\d-\d\dT\d{6}Z\.sqlite$/);
		expect(more).toEqual([]);
		expect((await stat(join(stage.folder, 'backups', made ?? ''))).mode & 0o777).toBe(0o600);
		await bot.stop();
		const again = await stage.startBot();
		await again.logged('Ready');
		await again.stop();
		expect(await filesIn(join(stage.folder, 'backups'))).toEqual([made]);
	});

	it('goes on where none can be made, and says so', async () => {
		await register(stage);
		await writeFile(join(stage.folder, 'backups'), 'a file where the folder is to be');
		const bot = await stage.startBot();
		await bot.logged('The database could not be backed up');
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toBe('✅ Purchase verified');
		expect(logged(bot, 'fatal')).toEqual([]);
	});
});

describe('a backup that is restored', () => {
	it('brings back who held what, and is refused while the bot runs', async () => {
		await register(stage);
		const { buyer, friend } = stage.people;
		const bot = await stage.startBot();
		const [early, late] = [freshCode(stage), freshCode(stage)];
		await verify(buyer, early);
		expect((await runClaims(stage, 'backup', 'monday.sqlite')).code).toBe(0);
		await verify(buyer, late);

		const refused = await runClaims(stage, 'restore', 'monday.sqlite', '--yes');
		expect(refused).toEqual({
			code: 69,
			output: expect.stringContaining('A bot uses this database: stop it'),
		});
		await bot.stop();
		const restored = await runClaims(stage, 'restore', 'monday.sqlite', '--yes');
		expect(restored.code).toBe(0);
		expect(restored.output).toMatch(/kept as .*claims-replaced-.*\.sqlite/);

		await stage.startBot();
		expect(headline(await verify(friend, early))).toBe('⛔ This code is in use');
		// Verified after the backup: for whom ever shows it now.
		expect(headline(await verify(friend, late))).toBe('✅ Purchase verified');
	});
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { currentFormat } from '../../src/claims/format.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import { put } from '../storage/put.js';
import { logged } from './acts.js';
import { openStage } from './hosted-bot.js';
import { OldServers } from './old-store.js';

let servers: OldServers | undefined;
afterEach(() => servers?.stage.close());

const formatIn = async (file: string): Promise<unknown> => {
	const store = await openSqlite(file, () => {});
	try {
		return await store.get('meta:format');
	} finally {
		await store.close();
	}
};

describe('a database of the format before', () => {
	it('stays as it is where no backup can be made', async () => {
		servers = await OldServers.open();
		const { stage, environment } = servers;
		await writeFile(join(stage.folder, 'backups'), 'a file where the folder is to be');
		const bot = await stage.spawnBot(environment);
		expect((await bot.exited).code).toBe(69);
		expect(bot.output()).toContain('could not be backed up before its format change');
		expect(await formatIn(join(stage.folder, 'claims.sqlite'))).toEqual({ format: 7 });
	});
});

describe('a newer version that starts beside the bot', () => {
	it('ends the older one with 78 and a line that says why', async () => {
		const stage = await openStage();
		const bot = await stage.startProcess();
		const newer = await openSqlite(join(stage.folder, 'claims.sqlite'), () => {});
		await put(newer, 'meta:format', { format: currentFormat + 1 });
		expect((await bot.exited).code).toBe(78);
		await newer.close();
		expect(logged(bot, 'fatal')).toEqual([
			expect.objectContaining({
				msg: expect.stringContaining(
					`The database has format ${currentFormat + 1}, and this version reads up to`,
				),
			}),
		]);
		await stage.close();
	});
});

import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentFormat } from '../../src/claims/format.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import { logged } from './acts.js';
import { openStage } from './hosted-bot.js';

// A database of format 3, left by the production bot of commit bc50034.
const text = readFileSync('test/fixtures/bc50034/store.json', 'utf8');
const { rows, claimSecret, ids } = JSON.parse(text) as {
	readonly rows: readonly { readonly key: string; readonly value: unknown }[];
	readonly claimSecret: string;
	readonly ids: { readonly guild: string };
};

let stage: Stage;

beforeEach(async () => {
	stage = await openStage();
});
afterEach(() => stage?.close());

const database = (): string => join(stage.folder, 'claims.sqlite');
const formatIn = async (file: string): Promise<unknown> => {
	const store = await openSqlite(file, () => {});
	try {
		return await store.get('meta:format');
	} finally {
		await store.close();
	}
};

async function fill(): Promise<void> {
	const store = await openSqlite(database(), () => {}, { create: true });
	const today = JSON.parse(JSON.stringify(rows).replaceAll(ids.guild, stage.guild.id)) as typeof rows;
	for (const { key, value } of today) await store.compareAndSet(key, undefined, value);
	await store.close();
}

describe('a database of an older format', () => {
	it('is backed up before it changes, and the log says so once', async () => {
		await fill();
		expect(await formatIn(database())).toEqual({ format: 3 });
		const bot = await stage.startProcess({ CLAIM_SECRET: claimSecret });
		await bot.stop();
		const lines = logged(bot, 'info').filter(({ msg }) => msg.startsWith('Upgrading the database'));
		expect(lines).toEqual([expect.objectContaining({ from: 3, to: currentFormat })]);
		const folder = join(stage.folder, 'backups');
		const [backup = '', ...more] = (await readdir(folder)).filter((name) => name.includes('-before-format-'));
		expect(backup).toMatch(
			new RegExp(`^claims-\\d{4}-\\d\\d-\\d\\dT\\d{6}Z-before-format-${currentFormat}\\.sqlite$`),
		);
		expect(more).toEqual([]);
		expect(await formatIn(join(folder, backup))).toEqual({ format: 3 });
		expect(await formatIn(database())).toEqual({ format: currentFormat });
	});

	it('stays as it is where no backup can be made', async () => {
		await fill();
		await writeFile(join(stage.folder, 'backups'), 'a file where the folder is to be');
		const bot = await stage.spawnBot({ CLAIM_SECRET: claimSecret });
		expect((await bot.exited).code).toBe(69);
		expect(bot.output()).toContain('could not be backed up before its format change');
		expect(await formatIn(database())).toEqual({ format: 3 });
	});
});

describe('a newer version that starts beside the bot', () => {
	it('ends the older one with 78 and a line that says why', async () => {
		const bot = await stage.startProcess();
		const newer = await openSqlite(database(), () => {});
		await newer.overwrite('meta:format', { format: currentFormat + 1 });
		expect((await bot.exited).code).toBe(78);
		await newer.close();
		expect(logged(bot, 'fatal')).toEqual([
			expect.objectContaining({
				msg: expect.stringContaining(
					`The database has format ${currentFormat + 1}, and this version reads up to`,
				),
			}),
		]);
	});
});

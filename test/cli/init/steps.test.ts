import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { REST } from 'discord.js';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { examineBackup } from '../../../src/claims/admin/examine-backup.js';
import { restoreBackup } from '../../../src/cli/init/finish.js';
import { Setup, type StepName, steps } from '../../../src/cli/init/steps.js';
import { backupPath, backupSqlite } from '../../../src/storage/backups.js';
import { openStore } from '../../../src/storage/open.js';
import { fillDatabase } from '../../claims/admin/admin-place.js';
import { claimSecret } from '../../claims/sample-claims.js';

const otherSecret = 'another-secret-of-thirty-two-characters';

let folder: string;
let file: string;
let setup: Setup;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	file = join(folder, 'claims.sqlite');
	setup = new Setup(undefined);
});

const answer = (name: StepName, typed: string) =>
	setup.answer(steps.find((step) => step.name === name) as (typeof steps)[number], typed);
const answerDatabase = () => answer('database', `sqlite://${file}`);

/** Leaves a backup, and no database. */
async function lose(purchases: number): Promise<void> {
	await fillDatabase(file, purchases);
	await backupSqlite(file, backupPath(file, 0));
	await rm(file);
}

describe('a first start', () => {
	it.each<[what: string, make: () => Promise<void>]>([
		['has run by mistake with another secret', () => fillDatabase(file, 0, otherSecret)],
		[
			'was only marked as used',
			async () => (await openStore(`sqlite://${file}`, () => {}, { create: true })).close(),
		],
	])('restores a backup with purchases, once, although an empty database %s', async (_, make) => {
		await lose(2);
		await make();
		await answerDatabase();
		expect(setup.answers.CLAIM_SECRET).toBeUndefined();
		expect(await answer('secret', claimSecret)).toMatchObject({
			ok: `the backup ${backupPath(file, 0)} will be restored`,
		});
		for (const _ of ['the first try', 'another one, because Discord was silent'])
			expect(await restoreBackup(setup)).toBeUndefined();
		expect(await examineBackup(file, claimSecret)).toMatchObject({ state: 'good', purchases: 2 });
		expect((await readdir(folder)).filter((name) => name.includes('replaced'))).toHaveLength(1);
	});

	it.each([
		['a database without purchases, whatever its backups need', 2, 0, otherSecret],
		['a database without purchases, and the settings in it, if its backups have none', 0, 0, claimSecret],
		['a database with purchases, whatever its backups have', 2, 1, claimSecret],
	])('opens %s, with its own secret and no other', async (_, lost, purchases, secret) => {
		await lose(lost);
		await fillDatabase(file, purchases, secret);
		await answerDatabase();
		expect(await answer('secret', `${secret}-not`)).toMatchObject({ back: 'database' });
		await answerDatabase();
		expect(await answer('secret', secret)).toEqual({
			answers: { CLAIM_SECRET: secret },
			ok: 'it opens your purchases',
		});
		expect(setup.backup).toBeUndefined();
	});

	it('replaces a secret that the bot would refuse', async () => {
		setup.secret = 'short';
		await answerDatabase();
		expect(setup.answers.CLAIM_SECRET).toMatch(/^[\w-]{64}$/);
	});

	it('says so if Discord ignores that the intent is turned on', async () => {
		const rest = { get: async () => ({ flags: 0 }), patch: async () => ({ flags: 0 }) } as unknown as REST;
		setup.bot = { rest, application: {} as NonNullable<Setup['bot']>['application'] };
		expect(await answer('members', 'y')).toMatchObject({ ok: expect.stringContaining('ignored') });
	});
});

import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { openStore } from '../../src/storage/open.js';
import { makeClaim } from '../claims/admin/admin-place.js';
import { claimSecret } from '../claims/sample-claims.js';
import { repository } from './entry-process.js';
import { InitPlace, question } from './init-place.js';
import { savedIn } from './init-process.js';

const purchases = 5;

let place: InitPlace;
const scripts = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')).scripts as Record<
	string,
	string
>;

/** Runs a line of the page or of a document as npm would. Resolves to the exit code and the output. */
function run(line: string, env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
	const [, script = '', rest = ''] = /^npm (?:run )?(\w+)(?: -- (.*))?$/.exec(line) ?? [];
	const [, program = ''] = /^node scripts\/run\.js (\S+)$/.exec(scripts[script] ?? '') ?? [];
	expect(program, `${line} is a command`).not.toBe('');
	const args = [join(repository, `dist/src/${program}.js`), ...rest.split(' ').filter((part) => part !== '')];
	const all = { PATH: process.env['PATH'] ?? '', DISCORD_API_URL: place.discord.apiUrl, ...env };
	return new Promise((resolve) => {
		execFile(process.execPath, args, { cwd: place.folder, env: all }, (error, stdout, stderr) => {
			resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
		});
	});
}

async function purchasesIn(file: string): Promise<number> {
	const store = await openStore(`sqlite://${join(place.folder, file)}`, () => {});
	let count = 0;
	for await (const _ of store.list('claim:')) count += 1;
	await store.close();
	return count;
}

/** The files that were kept of a bot whose machine is now lost. */
let kept: string;

/** A copy of its database, as a backup. */
async function makeCopy(): Promise<void> {
	const DATABASE_URL = `sqlite://${join(kept, 'lost.sqlite')}`;
	const store = await openStore(DATABASE_URL, () => {}, { create: true });
	const report = { damaged: () => {} };
	const claims = await openClaimStore({ store, claimSecret, clock: { now: () => 1 }, report });
	for (let n = 0; n < purchases; n += 1) await makeClaim(claims, n);
	await store.close();
	const environment = { DATABASE_URL, CLAIM_SECRET: claimSecret };
	expect(await run(`npm run claims -- backup ${kept}/kept.sqlite`, environment)).toHaveProperty('code', 0);
}

describe('the emergency page', () => {
	let page: string;
	beforeAll(async () => {
		place = await InitPlace.open();
		place.discord.createGuild({ name: 'Maren’s Support' });
		kept = await mkdtemp(join(tmpdir(), 'claimcheck-kept-'));
		await makeCopy();
		const backups = join(place.folder, 'data/backups');
		await mkdir(backups, { recursive: true });
		await copyFile(join(kept, 'kept.sqlite'), join(backups, 'kept.sqlite'));
		const init = place.start();
		await place.answerBeforeData(init);
		await init.answer(question.data);
		await init.answer('CLAIM_SECRET (hidden)', claimSecret);
		await init.printed('kept.sqlite will be restored');
		await init.printed('Saved .env.');
		await init.printed('Saved emergency.md');
		await init.answer('Start now?', 'n');
		await init.exited;
		page = await readFile(join(place.folder, 'emergency.md'), 'utf8');
	});
	afterAll(async () => {
		await place?.close();
		await rm(kept, { recursive: true });
	});

	it('says where everything is, contains no secret, fits on a page, and is readable only by its owner', async () => {
		for (const path of [place.folder, 'data/claimcheck.sqlite', 'data/backups', '.env']) {
			expect(page).toContain(path);
		}
		const saved = parseEnv(await readFile(join(place.folder, '.env'), 'utf8'));
		for (const name of ['CLAIM_SECRET', 'DISCORD_TOKEN', 'MARKETPLACE_API_KEY']) {
			expect(saved[name]).toBeTruthy();
			expect(page).not.toContain(saved[name]);
		}
		expect(page.split('\n').length).toBeLessThan(65);
		expect((await stat(join(place.folder, 'emergency.md'))).mode & 0o777).toBe(0o600);
	});

	it('leads from a copy of the database and its secret to a bot with those purchases', async () => {
		const saved = await savedIn(place.folder);
		expect(saved).toMatchObject({
			CLAIM_SECRET: claimSecret,
			DATABASE_URL: 'sqlite://data/claimcheck.sqlite',
		});
		expect(await purchasesIn('data/claimcheck.sqlite')).toBe(purchases);
	});

	it('names commands that work exactly as written', async () => {
		const commands = [...page.matchAll(/^ {4,}(npm .*)$/gm)].map(([, line = '']) => line);
		expect(commands).toEqual([
			'npm run claims -- backup FILE.sqlite',
			'npm ci',
			'npm start',
			'npm run claims -- restore',
			'npm start',
			'npm run doctor',
			'npm run claims -- backups',
			'npm run claims -- verify',
		]);
		const made = await run('npm run claims -- backup stick.sqlite');
		expect(made).toEqual({ code: 0, output: expect.stringContaining('Backed up to stick.sqlite') });
		expect(await run('npm run claims -- backup')).toHaveProperty('code', 0);
		const offered = await run('npm run claims -- restore');
		expect(offered).toEqual({ code: 64, output: expect.stringContaining('your secret opens it') });
		const named = /Name one: (npm run claims -- restore .+)/.exec(offered.output)?.[1] ?? '';
		expect(await run(named)).toEqual({ code: 0, output: expect.stringContaining('Restored data/backups/') });
		expect(await run('npm run claims -- verify')).toEqual({
			code: 0,
			output: expect.stringContaining('clean'),
		});
		const { output } = await run('npm run doctor');
		expect(output).toMatch(/^ok {7}The last backup is recent, and your secret opens it$/m);
		expect(output).toMatch(/^warning {2}`\.env` and all backups are on one disk$/m);
	});
});

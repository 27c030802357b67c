import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { emergencyPage } from '../../src/cli/init/emergency-page.js';
import { openStore } from '../../src/storage/open.js';
import { makeClaim } from '../claims/admin/admin-place.js';
import { claimSecret } from '../claims/sample-claims.js';
import { allBackEnds } from '../storage/back-ends.js';
import { repository } from './entry-process.js';
import { apiKey, InitPlace, question, secretsIn, startQuestion, token } from './init-place.js';
import type { InitProcess } from './init-process.js';
import { savedIn } from './init-process.js';

const otherSecret = 'another-secret-of-thirty-two-characters';
const fileQuestion = 'Backup: ';
const secretQuestion = 'CLAIM_SECRET of that bot (hidden)';
const purchases = 5;

let place: InitPlace;
const scripts = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')).scripts as Record<
	string,
	string
>;

/** A line of the page or of a document, run as npm would. Resolves to the exit code and all that was printed. */
function run(line: string, env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
	const [, script = '', rest = ''] = /^npm (?:run )?(\w+)(?: -- (.*))?$/.exec(line) ?? [];
	const [, entry = ''] = /^node (\S+)$/.exec(scripts[script] ?? '') ?? [];
	expect(entry, `${line} is a command`).not.toBe('');
	const args = [join(repository, entry), ...rest.split(' ').filter((part) => part !== '')];
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

/** The database of a bot on a machine that is lost now, and what was kept of it elsewhere. */
async function makeCopies(): Promise<void> {
	const DATABASE_URL = `sqlite://${join(place.folder, 'lost.sqlite')}`;
	const store = await openStore(DATABASE_URL, () => {}, { create: true });
	const report = { damaged: () => {} };
	const claims = await openClaimStore({ store, claimSecret, clock: { now: () => 1 }, report });
	for (let n = 0; n < purchases; n += 1) await makeClaim(claims, n);
	await store.close();
	for (const [line, kept] of [
		['npm run claims -- backup kept.sqlite', 'kept.sqlite'],
		['npm run claims -- export kept.jsonl', 'kept.jsonl'],
	] as const) {
		expect(await run(line, { DATABASE_URL, CLAIM_SECRET: claimSecret })).toHaveProperty('code', 0);
		await copyFile(join(place.folder, kept), join(keptFolder, kept));
	}
	await place.renew();
	for (const kept of ['kept.sqlite', 'kept.jsonl']) {
		await copyFile(join(keptFolder, kept), join(place.folder, kept));
	}
}

let keptFolder: string;

beforeEach(async () => {
	place = await InitPlace.open();
	place.discord.createGuild({ name: 'Maren’s Support' });
	keptFolder = await mkdtemp(join(tmpdir(), 'claimcheck-kept-'));
	await makeCopies();
});
afterEach(async () => {
	await place.close();
	await rm(keptFolder, { recursive: true });
});

async function answerTheRest(init: InitProcess): Promise<void> {
	await init.answer(question.token, token);
	await init.answer(question.server);
	await init.answer(question.address, place.shop.baseUrl);
	await init.answer(question.key, apiKey);
}

describe('npm run init from a backup', () => {
	it('leads from a copy and its secret to a bot with those purchases', async () => {
		const init = place.start();
		await init.answer(startQuestion, '2');
		await init.printed('1 kept.jsonl\n 2 kept.sqlite');
		await init.answer(fileQuestion, '2');
		await init.answer(secretQuestion, otherSecret);
		await init.printed('no: that backup was made with a different secret');
		// As it is copied from the former .env.
		await init.answer(secretQuestion, `CLAIM_SECRET="${claimSecret}"`);
		await init.printed('ok: 5 purchases');
		await answerTheRest(init);
		await init.printed('Restored kept.sqlite: 5 purchases are in data/claimcheck.sqlite now');
		await init.printed('Saved .env.');
		await init.answer('Start now?');
		await init.printed('"msg":"Ready"');
		await init.end();
		expect(await savedIn(place.folder)).toMatchObject({
			CLAIM_SECRET: claimSecret,
			DATABASE_URL: 'sqlite://data/claimcheck.sqlite',
		});
		expect(await purchasesIn('data/claimcheck.sqlite')).toBe(purchases);
		expect(init.output).not.toContain('The database is empty');
		expect(init.output).not.toContain('5/5');
		expect(secretsIn(init.output)).toEqual([]);
		expect(init.output).not.toContain(claimSecret);
	});

	it('takes an export into the database that is chosen, with what npm printed before it', async () => {
		const kept = join(place.folder, 'kept.jsonl');
		const printed = '\n> claimcheck@0.1.0 claims\n> node dist/src/claims-cli.js export\n\n';
		await writeFile(kept, printed + (await readFile(kept, 'utf8')));
		const init = place.start();
		await init.answer(startQuestion, '2');
		await init.answer(fileQuestion, `'${kept}'`);
		await init.answer(secretQuestion, claimSecret);
		await init.printed('ok: 5 purchases');
		await answerTheRest(init);
		await init.answer(question.data);
		await init.printed('5 claims added');
		await init.answer('Start now?', 'n');
		expect(await init.exited).toEqual({ code: 0 });
		expect((await savedIn(place.folder))?.['CLAIM_SECRET']).toBe(claimSecret);
		expect(await purchasesIn('data/claimcheck.sqlite')).toBe(purchases);
	});

	it('says why a file can’t be used, and saves nothing before one opens', async () => {
		await truncate(join(place.folder, 'kept.sqlite'), 20_000);
		const lines = (await readFile(join(place.folder, 'kept.jsonl'), 'utf8')).split('\n');
		await writeFile(join(place.folder, 'half.jsonl'), lines.slice(0, 3).join('\n'));
		await writeFile(
			join(place.folder, 'newer.jsonl'),
			lines.join('\n').replace(/"format":\d+/, '"format":9999'),
		);
		const init = place.start();
		await init.answer(startQuestion, 'backup');
		await init.printed('no: it must be 1 or 2');
		await init.answer(startQuestion, '2');
		await init.answer(fileQuestion, 'nowhere.sqlite');
		await init.printed('no: there is no such file');
		for (const [file, why] of [
			['kept.sqlite', 'no: that file is damaged or incomplete'],
			['half.jsonl', 'no: that file is damaged or incomplete'],
			['newer.jsonl', 'no: that backup needs a newer version of the bot'],
			['.env.example', 'no: that file is damaged or incomplete'],
		] as const) {
			await init.answer(fileQuestion, file);
			await init.answer(secretQuestion, claimSecret);
			await init.printed(why);
		}
		await init.answer(fileQuestion, 'kept.jsonl');
		await init.answer(secretQuestion, 'too short');
		await init.printed('no: it must have 32 characters or more');
		await init.answer(secretQuestion, '');
		await init.printed('no: nothing was pasted. Choose the file again');
		await init.printed(fileQuestion);
		init.signal('SIGINT');
		expect(await init.exited).toEqual({ code: 130 });
		expect(await savedIn(place.folder)).toBeUndefined();
	});
});

describe('the emergency page', () => {
	let page: string;
	beforeEach(async () => {
		const init = place.start();
		await init.answer(startQuestion, '2');
		await init.answer(fileQuestion, 'kept.sqlite');
		await init.answer(secretQuestion, claimSecret);
		await answerTheRest(init);
		await init.printed('Saved emergency.md');
		await init.answer('Start now?', 'n');
		await init.exited;
		page = await readFile(join(place.folder, 'emergency.md'), 'utf8');
	});

	it('says where all is, holds no secret, fits on a page, and is for its owner alone', async () => {
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

	it('names commands that work as they are written', async () => {
		const commands = [...page.matchAll(/^ {4,}(npm .*)$/gm)].map(([, line = '']) => line);
		expect(commands).toEqual([
			'npm run claims -- backup FILE',
			'npm ci',
			'npm run init',
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
		expect(await run('npm run claims -- backups')).toHaveProperty('code', 0);
		expect(await run('npm run claims -- verify')).toEqual({
			code: 0,
			output: expect.stringContaining('clean'),
		});
		const { output } = await run('npm run doctor');
		expect(output).toMatch(/^ok {7}The last backup is recent, and your secret opens it$/m);
		expect(output).toMatch(/^warning {2}`\.env` and all backups are on one disk$/m);
	});

	it('names the export where the database is a server, and not its address', async (context) => {
		const postgres = (await allBackEnds()).find(({ name }) => name === 'PostgreSQL');
		if (postgres?.missing !== undefined) return context.skip();
		const database = await postgres?.makePlace();
		const url = database?.address.databaseUrl ?? '';
		try {
			const ofServer = emergencyPage({ folder: place.folder, databaseUrl: url, at: 1 });
			expect(ofServer).not.toContain(url);
			const commands = [...ofServer.matchAll(/^ +npm run claims -- (.*)$/gm)].map(([, command]) => command);
			expect(commands).toEqual(['export FILE', 'import FILE', 'verify']);
			const env = { DATABASE_URL: url, CLAIM_SECRET: claimSecret };
			const added = await run('npm run claims -- import kept.jsonl', env);
			expect(added).toEqual({ code: 0, output: expect.stringContaining('5 claims added') });
			const written = await run('npm run claims -- export all.jsonl', env);
			expect(written).toEqual({ code: 0, output: expect.stringContaining('5') });
			expect(await run('npm run claims -- verify', env)).toHaveProperty('code', 0);
		} finally {
			await database?.remove();
		}
	});

	it('is right about a backup on another disk: the check-up no longer warns', async () => {
		const otherDisk = await mkdtemp('/dev/shm/claimcheck-');
		try {
			expect(await run(`npm run claims -- backup ${otherDisk}/stick.sqlite`)).toHaveProperty('code', 0);
			expect((await run('npm run doctor')).output).not.toContain('on one disk');
		} finally {
			await rm(otherDisk, { recursive: true });
		}
	});
});

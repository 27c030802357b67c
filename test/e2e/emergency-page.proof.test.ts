import { execFile } from 'node:child_process';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { claimSecret } from '../claims/sample-claims.js';
import { ClaimsPlace } from '../cli/claims/claims-place.js';
import { repository } from './entry-process.js';
import { type InitPlace, openInitPlace, question } from './init-place.js';
import { savedIn } from './init-process.js';

let place: InitPlace;
const scripts = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')).scripts as Record<
	string,
	string
>;

/** Runs a line of the page or of a document as npm would. Resolves to the exit code and the output. */
function run(line: string): Promise<{ code: number; output: string }> {
	const [, script = '', rest = ''] = /^npm (?:run )?(\w+)(?: -- (.*))?$/.exec(line) ?? [];
	const [, program = ''] = /^node scripts\/run\.js (\S+)$/.exec(scripts[script] ?? '') ?? [];
	expect(program, `${line} is a command`).not.toBe('');
	const args = [join(repository, `dist/src/${program}.js`), ...rest.split(' ').filter((part) => part !== '')];
	const env = { PATH: process.env['PATH'] ?? '', DISCORD_API_URL: place.discord.apiUrl };
	return new Promise((resolve) => {
		execFile(process.execPath, args, { cwd: place.folder, env }, (error, stdout, stderr) => {
			resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
		});
	});
}

it('the emergency page leads from a copy of a lost database and its secret to a bot with those purchases, and its commands work as written', async () => {
	place = await openInitPlace();
	onTestFinished(() => place.close());
	place.discord.createGuild({ name: 'Maren’s Support' });
	const lost = await ClaimsPlace.open(Date.now());
	await lost.fill('claims.sqlite', 0, 5);
	const backups = join(place.folder, 'data/backups');
	await mkdir(backups, { recursive: true });
	expect(await lost.run(['backup', join(backups, 'kept.sqlite')])).toBe(0);
	const init = place.start();
	await place.answerBeforeData(init);
	await init.answer(question.data);
	await init.answer('CLAIM_SECRET (hidden)', claimSecret);
	await init.printed('kept.sqlite will be restored');
	await init.printed('Saved .env.');
	await init.printed('Saved emergency.md');
	await init.answer('Start now?', 'n');
	await init.exited;

	const page = await readFile(join(place.folder, 'emergency.md'), 'utf8');
	for (const path of [place.folder, 'data/claimcheck.sqlite', 'data/backups', '.env'])
		expect(page).toContain(path);
	const saved = await savedIn(place.folder);
	expect(saved).toMatchObject({ CLAIM_SECRET: claimSecret, DATABASE_URL: 'sqlite://data/claimcheck.sqlite' });
	for (const name of ['CLAIM_SECRET', 'DISCORD_TOKEN', 'MARKETPLACE_API_KEY']) {
		expect(saved?.[name]).toBeTruthy();
		expect(page).not.toContain(saved?.[name]);
	}
	// It fits on a sheet of paper.
	expect(page.split('\n').length).toBeLessThan(65);
	expect((await stat(join(place.folder, 'emergency.md'))).mode & 0o777).toBe(0o600);

	expect((await run('npm run claims -- verify')).output).toContain('5 claims');
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

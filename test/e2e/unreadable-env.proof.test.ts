import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from './entry-process.js';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-env-'));
	// Root, who may run these tests, can read every file, but no folder as one.
	await mkdir(join(folder, '.env'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a file .env that can’t be read', () => {
	it.each([['main'], ['register'], ['doctor'], ['claims-cli', 'stats']])(
		'is named by %s, which ends with 78',
		(entry, ...args) => {
			const { status, stdout, stderr } = spawnSync(
				process.execPath,
				[join(repository, `dist/src/${entry}.js`), ...args],
				{ cwd: folder, env: { PATH: process.env['PATH'] }, encoding: 'utf8' },
			);
			expect(stderr).toContain('The file .env can’t be read (EISDIR)');
			expect(stdout + stderr).not.toMatch(/^\s+at /m);
			expect(status).toBe(78);
		},
	);
});

describe('settings as people’s tools leave them', () => {
	const settings = {
		DISCORD_TOKEN: 'abc.def.ghi',
		MARKETPLACE_URL: 'https://market.example',
		MARKETPLACE_API_KEY: 'the-key-of-the-author',
		CLAIM_SECRET: 'a secret of no less than thirty-two letters',
		LOG_LEVEL: 'loud',
	};
	const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"`);
	const text = ['\ufeff# My settings', ...lines, ''].join('\r\n');
	const quoted = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, `"${value}"`]));

	it.each([
		['`.env` with a byte-order mark', Buffer.from(text), {}],
		['`.env` in UTF-16', Buffer.from(text, 'utf16le'), {}],
		['variables with the quotes that `docker run --env-file` keeps', Buffer.from(''), quoted],
	])('are read, so that only the wrong one is a problem: %s', async (_, file, environment) => {
		await rmdir(join(folder, '.env'));
		await writeFile(join(folder, '.env'), file);
		const { status, stderr } = spawnSync(process.execPath, [join(repository, 'dist/src/main.js')], {
			cwd: folder,
			env: { PATH: process.env['PATH'], ...environment },
			encoding: 'utf8',
		});
		const problems = stderr.split('\n').filter((line) => line.startsWith('  - '));
		expect(problems).toEqual([expect.stringContaining('LOG_LEVEL must be')]);
		expect(status).toBe(78);
	});
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-driver-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const driver = 'node_modules/sqlite3';

/** The built bot, with these files as the package of SQLite's driver, and a database. */
function install(name: string, files: Readonly<Record<string, string>>): string {
	const place = join(folder, name);
	mkdirSync(join(place, driver), { recursive: true });
	cpSync('dist', join(place, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.map') });
	for (const each of ['bindings', 'file-uri-to-path']) {
		symlinkSync(resolve('node_modules', each), join(place, 'node_modules', each));
	}
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(place, driver, path)), { recursive: true });
		writeFileSync(join(place, driver, path), text);
	}
	mkdirSync(join(place, 'backups'));
	for (const each of ['claims.sqlite', 'backups/claims.sqlite'])
		writeFileSync(join(place, each), 'a database');
	return place;
}

const loader = {
	'package.json': '{ "name": "sqlite3", "main": "index.js" }',
	'index.js': "module.exports = require('bindings')('node_sqlite3.node');",
};
const faults = [
	['was not built, since install scripts are turned off', 'Could not locate the bindings file', loader],
	['is not installed', 'sqlite3', {}],
] as const;

const settings = {
	DISCORD_TOKEN: 'a-token.of-this-bot.and-no-other',
	DISCORD_GUILD_ID: '100000000000000001',
	DISCORD_API_URL: 'http://127.0.0.1:1',
	MARKETPLACE_URL: 'http://127.0.0.1:1',
	MARKETPLACE_API_KEY: 'a-key-of-the-shop',
	CLAIM_SECRET: 'a-secret-of-thirty-two-characters-or-more',
	DATABASE_URL: 'sqlite://claims.sqlite',
};

function run(place: string, program: string, overrides = {}) {
	return spawnSync(
		process.execPath,
		[`dist/src/${program}`.split(' ')[0] ?? '', ...program.split(' ').slice(1)],
		{
			cwd: place,
			env: { PATH: process.env['PATH'], ...settings, ...overrides },
			encoding: 'utf8',
			timeout: 60_000,
		},
	);
}

describe.each(faults)('where SQLite’s driver %s', (name, reason, files) => {
	let place: string;
	beforeAll(() => {
		place = install(name.replaceAll(/\W/g, '-'), files);
	});

	it.each(['main.js', 'claims-cli.js stats'])(
		'%s ends with 78 and one line that names the cure',
		(program) => {
			const { status, stderr } = run(place, program);
			const [line = '', ...more] = stderr.split('\n').filter((each) => each.startsWith('  - '));
			expect(line).toContain(reason);
			expect(line).toContain('npm rebuild sqlite3 --build-from-source');
			expect(more).toEqual([]);
			expect(stderr).not.toMatch(/\n\s+at |\n →/);
			expect(status).toBe(78);
		},
	);

	it('another database is opened as ever', () => {
		const { status, stderr } = run(place, 'claims-cli.js stats', {
			DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
		});
		expect(stderr).not.toContain('sqlite3');
		expect(status).toBe(69);
	});
});

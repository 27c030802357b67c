import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { repository } from './entry-process.js';
import { sharedStage } from './own-stage.js';

type Variables = Readonly<Record<string, string>>;

/** An empty folder for one test. */
function newFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'claimcheck-programs-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	return folder;
}

/** Runs a program of `root` in a folder, with only these variables. */
function run(cwd: string, program: string, env: Variables = {}, root = repository) {
	const [name, ...args] = program.split(' ');
	return spawnSync(process.execPath, [join(root, `dist/src/${name}.js`), ...args], {
		cwd,
		env: { PATH: process.env['PATH'], ...env },
		encoding: 'utf8',
	});
}

const problemsIn = (stderr: string) => stderr.split('\n').filter((line) => line.startsWith('  - '));

describe('an unreadable .env file', () => {
	it.each(['main', 'claims-cli stats'])('is named by %s, which ends with 78', (program) => {
		const folder = newFolder();
		// These tests may run as root, who can read every file, but can't read a folder as one.
		mkdirSync(join(folder, '.env'));
		const { status, stdout, stderr } = run(folder, program);
		expect(stderr).toContain('The file .env can’t be read (EISDIR)');
		expect(stdout + stderr).not.toMatch(/^\s+at /m);
		expect(status).toBe(78);
	});
});

const loader = {
	'package.json': '{ "name": "sqlite3", "main": "index.js" }',
	'index.js': "module.exports = require('bindings')('node_sqlite3.node');",
};

it.each([
	['was not built, since install scripts are turned off', 'Could not locate the bindings file', loader],
	['is not installed', 'sqlite3', {}],
])(
	'an SQLite driver that %s ends a program with 78 and one line that names the remedy',
	(_, reason, files) => {
		const place = newFolder();
		const driver = join(place, 'node_modules/sqlite3');
		mkdirSync(driver, { recursive: true });
		cpSync('dist/src', join(place, 'dist/src'), {
			recursive: true,
			filter: (path) => !path.endsWith('.map'),
		});
		cpSync('dist/licences', join(place, 'dist/licences'), { recursive: true });
		for (const each of ['bindings', 'file-uri-to-path'])
			symlinkSync(join(repository, 'node_modules', each), join(place, 'node_modules', each));
		for (const [path, content] of Object.entries(files)) {
			mkdirSync(dirname(join(driver, path)), { recursive: true });
			writeFileSync(join(driver, path), content);
		}
		writeFileSync(join(place, 'claims.sqlite'), 'a database');
		const settings = {
			DISCORD_TOKEN: 'a-token.of-this-bot.and-no-other',
			DISCORD_GUILD_ID: '100000000000000001',
			DISCORD_API_URL: 'http://127.0.0.1:1',
			MARKETPLACE_URL: 'http://127.0.0.1:1',
			MARKETPLACE_API_KEY: 'a-key-of-the-shop',
			CLAIM_SECRET: 'a-secret-of-thirty-two-characters-or-more',
			DATABASE_URL: 'sqlite://claims.sqlite',
		};
		for (const program of ['main', 'claims-cli stats']) {
			const { status, stderr } = run(place, program, settings, place);
			const [line, ...more] = problemsIn(stderr);
			expect(line).toContain(reason);
			expect(line).toContain('npm rebuild sqlite3 --build-from-source');
			expect(more).toEqual([]);
			expect(stderr).not.toMatch(/\n\s+at |\n →/);
			expect(status).toBe(78);
		}
		// Other databases open as usual.
		const DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/none';
		const other = run(place, 'claims-cli stats', { ...settings, DATABASE_URL }, place);
		expect(other.stderr).not.toContain('sqlite3');
		expect(other.status).toBe(69);
	},
);

describe('a program whose output nobody reads', async () => {
	const stage = await sharedStage();
	await (await stage.startBot()).stop();

	/** Runs a program into a pipe without a reader, as `… | head` leaves it; stderr is read. */
	async function runUnread(program: string, ...args: readonly string[]) {
		const child = spawn(process.execPath, [join(repository, 'dist/src', `${program}.js`), ...args], {
			cwd: stage.folder,
			env: { PATH: process.env['PATH'] ?? '', ...stage.environment() },
		});
		child.stdout.destroy();
		const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
		return { code, stderr };
	}

	it('is ended by its broken pipe, like any other program', async () => {
		expect(await runUnread('claims-cli', 'dump')).toEqual({ code: 141, stderr: '' });
		expect(await runUnread('init')).toEqual({ code: 141, stderr: '' });
	});

	it('keeps its exit code if it was already done', async () => {
		expect(await runUnread('claims-cli', '--help')).toEqual({ code: 0, stderr: '' });
		expect(await runUnread('doctor')).toEqual({ code: expect.toBeOneOf([0, 1]), stderr: '' });
	});
});

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../free-port.js';
import { freshCode, verify } from './acts.js';
import { repository } from './entry-process.js';
import { headline } from './reading.js';

// A release archive as a user installs it: unpacked, with the packages of `npm ci --omit=dev`, which come from npm's
// cache (filled by the checkout's own `npm ci`) or else from the registry.

let scratch: string;
let archive: string;
let stage: Stage;
let bot: ChildProcess;
let settings: Record<string, string>;

interface Run {
	readonly code: number;
	readonly output: string;
}

/** Runs a command in the archive's folder, with only these settings and no input. */
function run(command: string, environment: Readonly<Record<string, string>> = {}): Promise<Run> {
	return new Promise((resolve) => {
		const env = { PATH: process.env['PATH'], HOME: scratch, ...environment };
		const child = execFile('sh', ['-c', command], { cwd: archive, env }, (error, stdout, stderr) => {
			resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
		});
		child.stdin?.end();
	});
}

async function installPackages(): Promise<void> {
	// SQLite's driver is copied from the checkout, because its own script would download or compile it.
	const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
	const command = `npm ci --omit=dev ${options.join(' ')}`;
	await promisify(execFile)('sh', ['-c', command], { cwd: archive });
	const build = 'node_modules/sqlite3/build';
	await cp(join(repository, build), join(archive, build), { recursive: true });
}

/** Runs `npm start` until the bot is ready. Rejects if it ends before that. */
async function start(): Promise<void> {
	const env = { PATH: process.env['PATH'], HOME: scratch, ...settings };
	// A process group, so that npm's child is killed as well.
	bot = spawn('npm', ['start'], { cwd: archive, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	await new Promise<void>((resolve, reject) => {
		for (const stream of [bot.stdout, bot.stderr]) {
			stream?.setEncoding('utf8').on('data', (text: string) => {
				output += text;
				if (output.includes('"msg":"Ready"')) resolve();
			});
		}
		bot.once('close', () => reject(new Error(`It ended:\n${output}`)));
	});
}

beforeAll(async () => {
	scratch = await mkdtemp(join(tmpdir(), 'claimcheck-archive-'));
	const file = join(scratch, 'claimcheck.tar.gz');
	await promisify(execFile)('sh', [join(repository, 'deploy/pack.sh'), file]);
	await promisify(execFile)('tar', ['-xzf', file, '-C', scratch]);
	const folder = (await readdir(scratch)).find((name) => /^claimcheck-\d+\.\d+\.\d+$/.test(name));
	archive = join(scratch, folder ?? expect.unreachable('The archive has no folder of its version'));
	await installPackages();
	stage = await Stage.open({ root: archive });
	const health = { HEALTH_HOST: '127.0.0.1', HEALTH_PORT: String(await freePort()) };
	settings = stage.environment(health);
	expect(await run('npm run register', settings)).toMatchObject({
		code: 0,
		output: expect.stringContaining('Registered'),
	});
	await start();
});
afterAll(async () => {
	if (bot?.pid !== undefined && bot.exitCode === null) process.kill(-bot.pid, 'SIGTERM');
	await stage?.close();
	await rm(scratch, { recursive: true, force: true });
});

it('a release archive contains no sources, and needs neither a compiler nor a package that the bundle contains', () => {
	for (const missing of [
		'src',
		'node_modules/typescript',
		'node_modules/esbuild',
		'node_modules/discord.js',
	]) {
		expect(existsSync(join(archive, missing)), missing).toBe(false);
	}
	expect(existsSync(join(archive, 'node_modules/sqlite3'))).toBe(true);
});

it('a release archive’s bot verifies a purchase, draws a chart and reports metrics', async () => {
	expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toBe('✅ Purchase verified');
	const chart = async () => (await stage.people.admin.chatInput('stats').answered()).attachments.length;
	await expect.poll(chart).toBe(1);
	const metrics = await fetch(`http://127.0.0.1:${settings['HEALTH_PORT']}/metrics`);
	expect(await metrics.text()).toContain('claimcheck_');
});

it('a release archive’s programs run alongside the bot', async () => {
	expect(await run('node dist/src/health-check.js', settings)).toEqual({ code: 0, output: 'ready\n' });
	expect(await run('npm run claims -- stats', settings)).toMatchObject({
		code: 0,
		output: expect.stringContaining(' active '),
	});
	expect(await run('npm run claims -- verify', settings)).toMatchObject({ code: 0 });
	// Node.js 20 adds a warning of its own on stderr.
	const { output } = await run('npm run --silent doctor -- --json 2>/dev/null', settings);
	const { findings } = z
		.object({ findings: z.array(z.object({ check: z.string() })) })
		.parse(JSON.parse(output));
	expect(findings.length).toBeGreaterThan(5);
	expect(await run('npm run init')).toMatchObject({
		code: 1,
		output: expect.stringContaining('Nothing was saved.'),
	});
});

it('a release archive is installed under systemd with all its packages, and nothing for development', async () => {
	const DESTDIR = join(scratch, 'machine');
	const install = await run(`printf 'token\\nkey\\n' | sh deploy/systemd/install.sh`, { DESTDIR });
	expect(install).toMatchObject({ code: 0, output: expect.stringContaining('claimcheck (0.') });
	const installed = async (folder: string) =>
		(await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.')).sort();
	const program = join(DESTDIR, 'opt/claimcheck');
	expect(await installed(program)).toEqual(await installed(archive));
	expect(await run(`node ${program}/dist/src/claims-cli.js stats`, settings)).toMatchObject({ code: 0 });
});

it('a release archive names the package that is missing for an installation', async () => {
	const DESTDIR = join(scratch, 'machine');
	const command = `mv node_modules/bindings . && sh deploy/systemd/install.sh; mv bindings node_modules`;
	expect((await run(command, { DESTDIR })).output).toMatch(
		/bindings is missing, which sqlite3 needs[\s\S]*install.sh: packages are missing: npm ci/,
	);
});

it('a release archive offers no command that needs the sources', async () => {
	expect((await run('npm run')).output).not.toMatch(/tsc|demo|playground/);
});

it('a release archive contains the license of each bundled package, and a manifest that vulnerability scanners can read', async () => {
	const licences = join(archive, 'dist/licences');
	const manifests = (await readdir(licences, { recursive: true })).filter((name) =>
		name.endsWith('package.json'),
	);
	const names = await Promise.all(
		manifests.map(async (path) => {
			const { name, version } = z
				.object({ name: z.string(), version: z.string(), license: z.string() })
				.parse(JSON.parse(await readFile(join(licences, path), 'utf8')));
			expect(path).toBe(`${name}@${version}/package.json`);
			const files = await readdir(join(licences, `${name}@${version}`));
			const texts = await Promise.all(
				files
					.filter((file) => file !== 'package.json')
					.map((file) => readFile(join(licences, `${name}@${version}`, file), 'utf8')),
			);
			expect(texts.join('\n'), name).toMatch(/permi(?:t|ssion)/i);
			return name;
		}),
	);
	expect(names).toEqual(
		expect.arrayContaining(['discord.js', 'undici', 'zod', 'pg', '@redis/client', 'vega']),
	);
});

import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { exitCodes } from '../../src/base/errors.js';
import { freshCode, verify } from './acts.js';
import { Program, repository } from './entry-process.js';
import { headline } from './reading.js';

// The archives for Linux and for bot panels as the release packs them, unpacked and started. SQLite's driver is the
// checkout's.

const run = promisify(execFile);
const linux = `linux-${process.arch}`;
const panel = `panel-${process.arch}`;
let scratch: string;
let stage: Stage;
const started: Program[] = [];

/** How the bot of an archive is started, where it keeps what it keeps, and how an update is installed. */
interface Way {
	readonly start: () => Program;
	readonly state: string;
	readonly update: () => Promise<void>;
}

async function pack(system: string): Promise<void> {
	// As nodejs.org publishes it.
	const args = ['scripts/archive.js', system, '--node', join(scratch, 'node')];
	await run(process.execPath, args, { cwd: repository });
}

async function unpack(system: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const archive = join(repository, `dist/archives/claimcheck-${system}.tar.gz`);
	await run('tar', ['-xzf', archive, '-C', folder]);
}

function start(
	file: string,
	args: readonly string[],
	cwd: string,
	env: Readonly<Record<string, string>>,
): Program {
	const program = new Program(file, args, { cwd, env });
	started.push(program);
	return program;
}

beforeAll(async () => {
	scratch = await mkdtemp(join(tmpdir(), 'claimcheck-downloads-'));
	await mkdir(join(scratch, 'node/bin'), { recursive: true });
	await copyFile(process.execPath, join(scratch, 'node/bin/node'));
	await writeFile(join(scratch, 'node/LICENSE'), '');
	await pack(linux);
	await pack(panel);
	stage = await Stage.open();
	expect(await stage.register()).toMatchObject({ exit: { code: 0 } });
});
afterAll(async () => {
	for (const program of started) await program.end();
	await stage?.close();
	await rm(scratch, { recursive: true, force: true });
});

/** A person double-clicks the starter, on a machine without Node.js. */
async function byDoubleClick(): Promise<Way> {
	const tools = join(scratch, 'tools');
	await mkdir(tools);
	for (const name of ['dirname', 'mkdir', 'uname']) {
		const { stdout } = await run('sh', ['-c', `command -v ${name}`]);
		await symlink(stdout.trim(), join(tools, name));
	}
	const env = { PATH: tools, HOME: join(scratch, 'home of Maren') };
	let version = 1;
	const place = () => join(scratch, `version ${version}`);
	await unpack(linux, place());
	return {
		start: () => start(join(place(), `claimcheck-${linux}/start.sh`), [], scratch, env),
		state: join(env.HOME, 'claimcheck-data'),
		update: async () => {
			await rm(place(), { recursive: true });
			version += 1;
			await unpack(linux, place());
		},
	};
}

/** A panel that runs `npm install` at each start. Its registry doesn't respond. */
async function onPanel(): Promise<Way> {
	const egg = z
		.object({ startup: z.string(), scripts: z.object({ installation: z.object({ script: z.string() }) }) })
		.parse(JSON.parse(await readFile('deploy/eggs/pterodactyl.json', 'utf8')));
	const [container, tools] = [join(scratch, 'container'), join(scratch, 'downloads')];
	await mkdir(tools);
	const archive = join(repository, `dist/archives/claimcheck-${panel}.tar.gz`);
	const curl = `#!/bin/sh\ncase $* in */releases/download/v1.2.0/claimcheck-${panel}.tar.gz) cp '${archive}' claimcheck.tar.gz ;; *) exit 22 ;; esac\n`;
	await writeFile(join(tools, 'curl'), curl, { mode: 0o755 });
	const PATH = [tools, dirname(process.execPath), process.env['PATH']].join(delimiter);
	const env = { PATH, HOME: scratch, VERSION: '1.2.0', npm_config_registry: 'http://127.0.0.1:1' };
	await unpack(panel, container);
	// `exec` only so that a signal reaches the bot, as a panel's reaches all processes of its container.
	const command = `npm install && ${egg.startup.replace(/node index\.js$/, 'exec $&')}`;
	return {
		start: () => start('bash', ['-c', command], container, env),
		state: container,
		update: async () => {
			// Nothing for `npm install` to fetch.
			expect(await readdir(container)).toContain('package-lock.json');
			expect(await readdir(container)).not.toContain('node_modules');
			await writeFile(join(container, 'dist/src/of-the-version-before.js'), '');
			const script = egg.scripts.installation.script.replaceAll('/mnt/server', container);
			await run('bash', ['-c', script], { env });
			expect(await readdir(join(container, 'dist/src'))).not.toContain('of-the-version-before.js');
		},
	};
}

it.each([
	['by a double-click without Node.js on the machine', byDoubleClick],
	['on a bot panel', onPanel],
])('started %s, it asks for what is missing, and an update keeps settings and purchases', async (_, open) => {
	const way = await open();
	const first = way.start();
	expect(await first.exited).toEqual({ code: exitCodes.config });
	expect(first.output).toContain('DISCORD_TOKEN is missing');

	const { DATABASE_URL: _database, ...settings } = stage.environment();
	const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
	await writeFile(join(way.state, '.env'), lines.join(''));
	const code = freshCode(stage);
	const verifyOnce = async () => {
		const bot = way.start();
		await bot.printed('"msg":"Ready"');
		expect(bot.output).toContain('Nothing to do: the ');
		const answer = headline(await verify(stage.newPerson('Ada'), code));
		bot.signal('SIGINT');
		await bot.exited;
		return answer;
	};
	expect(await verifyOnce()).toBe('✅ Purchase verified');
	await way.update();
	expect(await verifyOnce()).toBe('⛔ This code is in use');
});

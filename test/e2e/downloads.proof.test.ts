import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { freshCode, verify } from './acts.js';
import { Program, repository } from './entry-process.js';
import { headline, readable } from './reading.js';

// The archives for Linux and for bot panels, as the release packs them, unpacked and started. The SQLite driver comes
// from the checkout.

const run = promisify(execFile);
const linux = `linux-${process.arch}`;
const panel = `panel-${process.arch}`;
let scratch: string;
let stage: Stage;
const started: Program[] = [];

/** How an archive's bot is started, set up and updated, and where it keeps its data. */
interface Way {
	readonly start: () => Program;
	readonly setUp: (bot: Program, answers: readonly Answer[]) => Promise<void>;
	readonly update: () => Promise<void>;
	readonly state: string;
	/** A command of its `emergency.md`, and one of `/doctor`. */
	readonly help: string;
	readonly advice: string;
}

type Answer = readonly [step: string, question: string, answer: string];

async function pack(system: string): Promise<void> {
	// Node.js as nodejs.org publishes it.
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
	stage = await Stage.open({ discord: { token: `stage.token.${randomUUID()}` } });
	stage.discord.isPublic = false;
});
afterAll(async () => {
	for (const program of started) await program.end();
	await stage?.close();
	await rm(scratch, { recursive: true, force: true });
});

/** A person double-clicks the launcher on a machine without Node.js. */
async function byDoubleClick(): Promise<Way> {
	const tools = join(scratch, 'tools');
	await mkdir(tools);
	for (const name of ['dirname', 'mkdir', 'uname']) {
		const { stdout } = await run('sh', ['-c', `command -v ${name}`]);
		await symlink(stdout.trim(), join(tools, name));
	}
	const env = { PATH: tools, HOME: join(scratch, 'home of Maren'), DISCORD_API_URL: stage.discord.apiUrl };
	let version = 1;
	const place = () => join(scratch, `version ${version}`);
	await unpack(linux, place());
	return {
		start: () => start(join(place(), `claimcheck-${linux}/start.sh`), [], scratch, env),
		setUp: async (bot, answers) => {
			await bot.printed(/Set it up on this page:\nhttp:\S+\n/);
			const address = /http:\S+/.exec(bot.output)?.[0] ?? '';
			const headers = { origin: new URL(address).origin };
			for (const [step, , answer] of answers)
				await fetch(address, { method: 'POST', headers, body: new URLSearchParams({ step, answer }) });
		},
		state: join(env.HOME, 'claimcheck-data'),
		help: '    ./start.sh claims-cli verify\n',
		advice: '`./start.sh claims-cli backup FILE`',
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
	const env = {
		PATH,
		HOME: scratch,
		VERSION: '1.2.0',
		P_SERVER_UUID: randomUUID(),
		npm_config_registry: 'http://127.0.0.1:1',
		DISCORD_API_URL: stage.discord.apiUrl,
	};
	await unpack(panel, container);
	// `exec` makes a signal reach the bot, since a panel signals all processes of its container.
	const command = `npm install && ${egg.startup.replace(/node index\.js$/, 'exec $&')}`;
	return {
		start: () => start('bash', ['-c', command], container, env),
		setUp: async (bot, answers) => {
			for (const [, question, answer] of answers) {
				await bot.printed(question);
				bot.write(`${answer}\n`);
			}
		},
		state: container,
		help: 'In Discord, type `/doctor`.',
		advice: '`node index.js claims-cli backup FILE`',
		update: async () => {
			// There is nothing for `npm install` to fetch.
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
])(
	'started %s, the bot asks its questions and runs, and an update keeps settings and purchases',
	async (_, open) => {
		const way = await open();
		const code = freshCode(stage);
		const verifyOn = async (bot: Program) => {
			await bot.printed('"msg":"Ready"');
			const answer = headline(await verify(stage.newPerson('Ada'), code));
			expect(readable(await stage.people.admin.chatInput('doctor').answered())).toContain(way.advice);
			bot.signal('SIGINT');
			await bot.exited;
			return answer;
		};
		const first = way.start();
		await way.setUp(first, [
			['token', '1/6', stage.discord.token],
			['members', '2/6', 'n'],
			['server', '3/6', ''],
			['address', '4/6', stage.marketplace.baseUrl],
			['key', '5/6', stage.marketplace.apiKey],
			['database', '6/6', ''],
		]);
		expect(await verifyOn(first)).toBe('✅ Purchase verified');
		expect(await readFile(join(way.state, 'emergency.md'), 'utf8')).toContain(way.help);
		await way.update();
		const second = way.start();
		expect(await verifyOn(second)).toBe('⛔ This code is in use');
		expect(second.output).toContain('Nothing to do: the ');
	},
);

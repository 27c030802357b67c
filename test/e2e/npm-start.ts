import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	access,
	cp,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	stat,
	symlink,
	writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documented } from '../deploy/documented.js';
import { freshCode, verify } from './acts.js';
import { repository } from './entry-process.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

// "From `npm start` to a service" of docs/hosting.md: the checkout, its commands and the bot are the real ones; the
// service's environment is put together as compose.yaml and the unit do it.

let stage: Stage;
/** The folder in which `npm start` runs the bot. */
let checkout: string;
const running = new Set<ChildProcess>();

/** `.env` as `npm run init` leaves it: the template with every line, and the answers in it. */
async function writeSettings(more = ''): Promise<void> {
	const settings = {
		...stage.environment(),
		CLAIM_SECRET: '"the secret of the first day, which stays # as it is"',
		DATABASE_URL: 'sqlite://data/claimcheck.sqlite',
	};
	const template = await readFile('.env.example', 'utf8');
	const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
	await writeFile(join(checkout, '.env'), `${template}${lines.join('')}${more}`, { mode: 0o600 });
}

async function start(environment: Readonly<Record<string, string | undefined>> = {}): Promise<ChildProcess> {
	const bot = spawn(process.execPath, ['dist/src/main.js'], {
		cwd: checkout,
		env: { PATH: process.env['PATH'], ...environment },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	running.add(bot);
	let output = '';
	await new Promise<void>((resolve, reject) => {
		bot.stdout?.setEncoding('utf8').on('data', (text: string) => {
			output += text;
			if (output.includes('"msg":"Ready"')) resolve();
		});
		bot.once('close', () => reject(new Error(`It ended:\n${output}`)));
	});
	return bot;
}

async function stop(bot: ChildProcess): Promise<void> {
	running.delete(bot);
	if (bot.exitCode !== null || bot.signalCode !== null) return;
	bot.kill('SIGTERM');
	await once(bot, 'close');
}

interface Run {
	readonly code: number;
	readonly output: string;
}

/** A line of the document, in the checkout, without input. */
async function sh(line: string, environment: Readonly<Record<string, string>> = {}): Promise<Run> {
	return await new Promise((resolve) => {
		const env = { PATH: process.env['PATH'], ...environment };
		const child = execFile('sh', ['-c', line], { cwd: checkout, env }, (error, stdout, stderr) => {
			resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
		});
		child.stdin?.end();
	});
}

const toContainer = (): Promise<Run> => sh(documented('sh deploy/compose/prepare.sh'));
const machine = (): string => join(checkout, 'machine');
/** Tests run as any user: DESTDIR stands for the machine that root would install on. */
const toSystemd = (): Promise<Run> =>
	sh(documented('sudo sh deploy/systemd/install.sh').replace('sudo ', ''), { DESTDIR: machine() });

async function serviceEnvironment(
	secrets: string,
	settings: string,
	mounted: Readonly<Record<string, string>>,
): Promise<Record<string, string | undefined>> {
	let url = (await readFile(join(secrets, 'database_url'), 'utf8')).trim();
	for (const [inside, outside] of Object.entries(mounted)) url = url.replace(inside, outside);
	return {
		...parseEnv(await readFile(settings, 'utf8')),
		DISCORD_TOKEN_FILE: join(secrets, 'discord_token'),
		MARKETPLACE_API_KEY_FILE: join(secrets, 'marketplace_api_key'),
		CLAIM_SECRET_FILE: join(secrets, 'claim_secret'),
		DATABASE_URL: url,
		// Nothing of the checkout's own `.env` may help.
		...Object.fromEntries(
			['DISCORD_TOKEN', 'MARKETPLACE_API_KEY', 'CLAIM_SECRET', 'DATABASE_URL_FILE'].map((name) => [name, '']),
		),
	};
}

const ways = {
	'a container': {
		prepare: toContainer,
		secrets: () => join(checkout, 'secrets'),
		environment: () =>
			serviceEnvironment(join(checkout, 'secrets'), join(checkout, 'claimcheck.env'), {
				'sqlite:///data/': `sqlite://${join(checkout, 'data')}/`,
			}),
	},
	systemd: {
		prepare: toSystemd,
		secrets: () => join(machine(), 'etc/claimcheck'),
		environment: () =>
			serviceEnvironment(
				join(machine(), 'etc/claimcheck'),
				join(machine(), 'etc/claimcheck/claimcheck.env'),
				{ 'sqlite:///var/lib/': `sqlite://${join(machine(), 'var/lib/private')}/` },
			),
	},
};

/** Tests that the purchases, the secret and the settings of a checkout go along to a service. */
export function describeWay(name: keyof typeof ways): void {
	const { prepare, secrets, environment } = ways[name];

	describe(`from npm start to ${name}`, () => {
		beforeEach(async () => {
			stage = await openStage();
			await register(stage);
			checkout = await mkdtemp(join(tmpdir(), 'claimcheck-npm-start-'));
			await mkdir(join(checkout, 'dist'));
			for (const path of ['dist/src', 'dist/licences'])
				await symlink(join(repository, path), join(checkout, path));
			for (const path of ['deploy/compose', 'deploy/systemd', 'docs/hosting.md', 'LICENSE', 'CHANGELOG.md']) {
				await cp(path, join(checkout, path), { recursive: true });
			}
			// Files that install.sh copies beside the program; the bot itself finds its packages beside the real dist.
			const manifest = {
				name: 'claimcheck',
				version: '1.2.3',
				type: 'module',
				dependencies: { sqlite3: '6.0.0' },
			};
			await writeFile(join(checkout, 'package.json'), JSON.stringify(manifest));
			await mkdir(join(checkout, 'node_modules/sqlite3'), { recursive: true });
			await writeFile(
				join(checkout, 'node_modules/sqlite3/package.json'),
				JSON.stringify({ name: 'sqlite3', version: '6.0.0' }),
			);
			await writeSettings();
		});
		afterEach(async () => {
			for (const bot of running) await stop(bot);
			await stage?.close();
			await rm(checkout, { recursive: true, force: true });
		});

		const hasSecret = async (): Promise<boolean> =>
			await access(join(secrets(), 'claim_secret')).then(
				() => true,
				() => false,
			);

		it('the purchases, the secret and the settings go along, and a code that is in use stays so', async () => {
			const { buyer, friend } = stage.people;
			const code = freshCode(stage);
			const plain = await start();
			expect(headline(await verify(buyer, code))).toBe('✅ Purchase verified');
			await stop(plain);
			const [envBefore, dataBefore] = [
				await readFile(join(checkout, '.env')),
				await readdir(join(checkout, 'data')),
			];

			const { code: ended, output } = await prepare();
			expect({ ended, output }).toMatchObject({ ended: 0 });
			const { discord, marketplace } = stage;
			for (const secret of [discord.token, marketplace.apiKey, 'the secret of the first day'])
				expect(output).not.toContain(secret);
			const secretFile = join(secrets(), 'claim_secret');
			expect(await readFile(secretFile, 'utf8')).toBe(
				'the secret of the first day, which stays # as it is\n',
			);
			expect((await stat(secretFile)).mode & 0o077).toBe(0);
			expect(await readFile(join(checkout, '.env'))).toEqual(envBefore);
			expect(await readdir(join(checkout, 'data'))).toEqual(expect.arrayContaining(dataBefore));

			const settings = await environment();
			expect(settings).toMatchObject({
				DISCORD_GUILD_ID: stage.guild.id,
				MARKETPLACE_URL: stage.marketplace.baseUrl,
			});
			// The template's line would switch off the health port of the image and of the unit.
			expect(settings).not.toHaveProperty('HEALTH_PORT');
			await start(settings);
			expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');
			expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
			// Again changes nothing, though the bot runs now.
			expect(await prepare()).toMatchObject({ code: 0, output: expect.not.stringContaining('Taken over') });
			expect(await readFile(secretFile, 'utf8')).toContain('of the first day');
		});

		it('nothing is taken over while the bot runs, since it would go on with purchases of its own', async () => {
			const plain = await start();
			const { code, output } = await prepare();
			expect(code).toBe(69);
			expect(output).toContain('A bot uses this database: stop it');
			expect(await hasSecret()).toBe(false);
			await stop(plain);
			expect((await prepare()).code).toBe(0);
		});

		it('another secret than the one of the purchases is refused', async () => {
			await stop(await start());
			await writeSettings('CLAIM_SECRET=another-secret-that-is-long-enough-too\n');
			const { code, output } = await prepare();
			expect(code).toBe(78);
			expect(output).toContain('CLAIM_SECRET is not the one that data/claimcheck.sqlite was made with');
			expect(await hasSecret()).toBe(false);
		});

		it('no secret is made for purchases that have none beside them', async () => {
			await stop(await start());
			await writeFile(join(checkout, '.env'), 'CLAIMCHECK_USER=1000:1000\n');
			const { code, output } = await prepare();
			expect(code).toBe(1);
			expect(output).toContain('claimcheck.sqlite holds purchases');
			expect(await hasSecret()).toBe(false);
		});

		it('a setting that is wrong is named before anything is made', async () => {
			await writeSettings('LOG_LEVEL=loud\n');
			const { code, output } = await prepare();
			expect(code).toBe(78);
			expect(output).toContain('LOG_LEVEL must be');
			expect(await hasSecret()).toBe(false);
		});
	});
}

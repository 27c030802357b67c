import { spawnSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import { describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { runOn } from '../run-on.js';
import { buyerRoleGiven, freshCode, giveRole, logged, verify } from './acts.js';
import { ownStage } from './own-stage.js';
import { headline, readable } from './reading.js';

const exitCode = async (bot: BotProcess): Promise<number | null> => (await bot.exited).code;

describe('a start that fails', () => {
	it('ends with an exit code that shows who can fix it, names the setting, and repeats no value', async () => {
		const stage = await ownStage();
		const wrong = {
			DISCORD_TOKEN: '',
			MARKETPLACE_URL: 'not an address',
			CLAIM_SECRET: 'too short',
			BUYER_ROLE_ID: 'Buyer',
			LOG_LEVEL: 'loud',
		};
		// A folder in place of the file.
		const folder = join(stage.folder, 'folder.sqlite');
		await mkdir(folder);
		stage.discord.calls.clear();
		const start = async (settings: Record<string, string>) => {
			const bot = await stage.spawnBot(settings);
			return { code: await exitCode(bot), output: bot.output() + bot.stderr };
		};
		const [settings, key, database] = await Promise.all([
			start(wrong),
			start({ MARKETPLACE_API_KEY: 'a-key-of-nobody' }),
			start({ DATABASE_URL: `sqlite://${folder}` }),
		]);
		expect([settings.code, key.code, database.code]).toEqual([78, 78, 69]);
		// All of these fail before Discord is contacted.
		expect(stage.discord.calls.list()).toEqual([]);
		for (const name of Object.keys(wrong)) expect(settings.output).toContain(name);
		expect(settings.output).not.toContain('too short');
		expect(key.output).toContain('MARKETPLACE_API_KEY');
		expect(key.output).not.toContain('a-key-of-nobody');
		expect(database.output).toContain('DATABASE_URL');

		const token = await start({ DISCORD_TOKEN: 'not-the-token-of-this-bot' });
		expect(token).toEqual({
			code: 78,
			output: expect.stringContaining('Discord rejected DISCORD_TOKEN'),
		});
		expect(token.output).not.toContain('not-the-token-of-this-bot');
		expect(stage.discord.gateway.identifyCount).toBe(0);
		stage.discord.gateway.refuseIdentify(4004, 2);
		expect((await start({})).code).toBe(78);
	});

	it.each(['main', 'init', 'claims-cli'])(
		'of %s ends with one line on a Node.js that is too old',
		(program) => {
			expect(runOn('20.18.3', `dist/src/${program}.js`)).toEqual({
				status: 78,
				stdout: '',
				stderr: expect.stringMatching(/^Node\.js 20\.18\.3 is too old: .*\n$/),
			});
		},
	);
});

describe('a bot in a separate process', () => {
	it('lets a verification in flight finish at SIGTERM, and ends with 0', async () => {
		const stage = await ownStage({ marketplace: { itemCount: 3_000 } });
		// A list of more than one MiB is read in another process.
		expect(JSON.stringify(stage.marketplace.items).length).toBeGreaterThan(2 ** 20);
		const bot = await stage.startProcess({ SHARDS: '0-3/16' });
		expect(await bot.logged('Loaded the items')).toMatchObject({ items: 3_000, skipped: 0 });
		expect(await bot.logged('These settings no longer exist')).toMatchObject({ settings: ['SHARDS'] });
		stage.marketplace.faults.add('purchases/validation', { kind: 'delay', ms: 1_000 });
		const { buyer } = stage.people;
		const asked = buyer.chatInput('verify', { code: freshCode(stage) });
		await asked.acknowledged();

		const exit = bot.stop();
		expect(headline(await asked.answered())).toBe('✅ Purchase verified');
		expect(await exit).toEqual({ code: 0, signal: null });
		await buyerRoleGiven(stage, buyer);
		await asked.edited((message) => readable(message).includes('You now have'));
	});

	it('ends with 1 if Discord repeats a 401, so that the supervisor restarts it and the start decides', async () => {
		const stage = await ownStage();
		const bot = await stage.startProcess();
		const body = { message: '401: Unauthorized', code: 0 };
		for (const route of [giveRole, 'GET /users/@me'] as const)
			stage.discord.faults.add(route, { kind: 'answer', status: 401, body });
		stage.people.buyer.chatInput('verify', { code: freshCode(stage) });
		expect(await exitCode(bot)).toBe(1);
		expect(bot.output()).toContain('Discord rejected DISCORD_TOKEN');
		expect(logged(bot, 'fatal')).toHaveLength(1);
	});
});

it('HEALTH_PORT shows a supervisor whether the bot is alive and connected, and offers metrics without a secret', async () => {
	const stage = await ownStage();
	// The bot waits for a Discord that can't be reached.
	stage.discord.faults.add('GET /gateway/bot', { kind: 'answer', status: 503, body: 'Down' }, 1);
	const port = await freePort();
	const bot = await stage.startBot({ HEALTH_PORT: String(port) });
	await bot.logged('Discord cannot be reached');
	expect(stage.discord.gateway.clientCount).toBe(1);
	await verify(stage.people.buyer, freshCode(stage));
	const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
	expect((await get('/healthz')).status).toBe(200);
	expect((await get('/readyz')).status).toBe(200);
	const metrics = await (await get('/metrics')).text();
	expect(metrics).toMatch(/interactions.*"?\/verify"?.* 1$/m);
	for (const secret of [stage.discord.token, stage.marketplace.apiKey, stage.claimSecret])
		expect(metrics).not.toContain(secret);

	stage.discord.gateway.isReachable = false;
	stage.discord.gateway.drop(4000);
	await expect.poll(async () => (await get('/readyz')).status).toBe(503);
	expect((await get('/healthz')).status).toBe(200);
	await bot.stop();
	await expect(get('/healthz')).rejects.toThrow();
});

describe('the bundle', () => {
	it.each(['main', 'init', 'register', 'doctor', 'claims-cli', 'health-check'])(
		'loads the SQLite driver only when %s opens such a database',
		async (program) => {
			const files = new Set([`${program}.js`]);
			for (const name of files) {
				const source = await readFile(join('dist/src/bundle', name), 'utf8');
				const imported = [...source.matchAll(/(?:\bfrom|\bimport)\s*"([^"]+)"/g)].map(
					([, path = '']) => path,
				);
				expect(imported, name).not.toContain('sqlite3');
				for (const path of imported.filter((each) => each.startsWith('./'))) files.add(path.slice(2));
			}
			expect(files.size).toBeGreaterThan(1);
		},
	);

	it.each(['main', 'init', 'claims-cli'])(
		'makes %s give each address of a distant host enough time to connect',
		(program) => {
			// Prints the time per address when the program ends because it has no settings.
			const hook = `data:text/javascript,${encodeURIComponent(`
				import { getDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
				process.on('exit', () => console.log('\\nattempt ' + getDefaultAutoSelectFamilyAttemptTimeout()));
			`)}`;
			const args = ['--import', hook, `dist/src/${program}.js`, '--help'];
			// Without a page, which would wait for a person.
			const env = { SETUP_HOST: 'off' };
			const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
			// Half of the two seconds that the shop has, so that the next address also gets a chance.
			expect(stdout).toContain('attempt 1000');
		},
	);
});

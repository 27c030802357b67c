import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import { describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { auditLine, buyerRoleGiven, freshCode, giveRole, logged, verify } from './acts.js';
import { ownStage } from './own-stage.js';
import { headline, readable } from './reading.js';

const exitCode = async (bot: BotProcess): Promise<number | null> => (await bot.exited).code;
const unreachable = { kind: 'answer', status: 503, body: 'Down' } as const;

describe('a start that fails', () => {
	it('ends with the code that says who can mend it, names the setting, and repeats no value', async () => {
		const stage = await ownStage();
		const wrong = {
			DISCORD_TOKEN: '',
			MARKETPLACE_URL: 'not an address',
			CLAIM_SECRET: 'too short',
			BUYER_ROLE_ID: 'Buyer',
			LOG_LEVEL: 'loud',
		};
		// A folder where the file is to be.
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
		// All of these before Discord is touched.
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
});

describe('a start that goes on', () => {
	it('does so where the shop refuses a key that was good before, as some do while they restart', async () => {
		const stage = await ownStage();
		await (await stage.startBot()).stop();
		stage.marketplace.faults.add('*', '401');
		const bot = await stage.startBot();
		expect(await bot.logged('The shop rejected the API key')).toMatchObject({ level: 'warn' });
		const { buyer, friend } = stage.people;
		expect(headline(await verify(buyer, freshCode(stage)))).toBe('⚠️ I can’t check codes right now');
		await auditLine(stage, 'API key');
		stage.marketplace.faults.clear();
		// It keeps asking by itself.
		await bot.logged('The shop is responding again');
		expect(headline(await verify(friend, freshCode(stage)))).toBe('✅ Purchase verified');
	});

	it('waits for a Discord that cannot be reached, and connects when it can', async () => {
		const stage = await ownStage();
		stage.discord.faults.add('GET /gateway/bot', unreachable, 1);
		const bot = await stage.startBot();
		await bot.logged('Discord cannot be reached');
		expect(stage.discord.gateway.clientCount).toBe(1);
	});
});

describe('a 401 while the bot runs', () => {
	it('that Discord repeats ends it with 1, so that a supervisor starts it again and the start decides', async () => {
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

describe('a stop', () => {
	it('by SIGTERM lets a verification in flight finish, and ends with 0', async () => {
		const stage = await ownStage();
		const bot = await stage.startProcess();
		const asking = stage.marketplace.faults.add('purchases/validation', { kind: 'delay', ms: 1_000 });
		const { buyer, friend } = stage.people;
		const code = freshCode(stage);
		const asked = buyer.chatInput('verify', { code });
		await asked.acknowledged();

		const exit = bot.stop();
		expect(headline(await asked.answered())).toBe('✅ Purchase verified');
		expect(await exit).toEqual({ code: 0, signal: null });
		await buyerRoleGiven(stage, buyer);
		await asked.edited((message) => readable(message).includes('You now have'));

		asking();
		await stage.startBot();
		expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');
	});
});

describe('HEALTH_PORT', () => {
	it('shows a supervisor whether the bot lives and is connected, and offers metrics without a secret', async () => {
		const stage = await ownStage();
		const port = await freePort();
		const bot = await stage.startBot({ HEALTH_PORT: String(port) });
		await verify(stage.people.buyer, freshCode(stage));
		const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
		expect((await get('/healthz')).status).toBe(200);
		expect((await get('/readyz')).status).toBe(200);
		const metrics = await (await get('/metrics')).text();
		expect(metrics).toMatch(/interactions.*"?\/verify"?.* 1$/m);
		for (const secret of [stage.discord.token, stage.marketplace.apiKey, stage.claimSecret])
			expect(metrics).not.toContain(secret);

		stage.discord.gateway.setReachable(false);
		stage.discord.gateway.drop(4000);
		await expect.poll(async () => (await get('/readyz')).status).toBe(503);
		expect((await get('/healthz')).status).toBe(200);
		await bot.stop();
		await expect(get('/healthz')).rejects.toThrow();
	});
});

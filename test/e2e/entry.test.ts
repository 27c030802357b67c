import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { auditLine, buyerRoleGiven, firstAnswer, freshCode, giveRole, logged, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

let stage: Stage;

beforeEach(async () => {
	stage = await openStage();
});
afterEach(() => stage?.close());

async function runToItsEnd(overrides: Record<string, string>): Promise<BotProcess> {
	const bot = await stage.spawnBot(overrides);
	await bot.exited;
	return bot;
}

const exitCode = async (bot: BotProcess): Promise<number | null> => (await bot.exited).code;

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('a start that only a person can mend', () => {
	it('lists all problems of the configuration together, ends with 78, and connects to nothing', async () => {
		const bot = await runToItsEnd({
			DISCORD_TOKEN: '',
			MARKETPLACE_URL: 'not an address',
			CLAIM_SECRET: 'too short',
			BUYER_ROLE_ID: 'Buyer',
			LOG_LEVEL: 'loud',
		});
		expect(await exitCode(bot)).toBe(78);
		for (const name of ['DISCORD_TOKEN', 'MARKETPLACE_URL', 'CLAIM_SECRET', 'BUYER_ROLE_ID', 'LOG_LEVEL']) {
			expect(bot.stderr).toContain(name);
		}
		expect(bot.stderr).not.toContain('too short');
		expect(stage.discord.calls.list()).toEqual([]);
		expect(stage.marketplace.calls).toEqual([]);
	});

	it('finds a wrong key before Discord is touched', async () => {
		const bot = await runToItsEnd({ MARKETPLACE_API_KEY: 'a-key-of-nobody' });
		expect(await exitCode(bot)).toBe(78);
		expect(bot.output()).toContain('MARKETPLACE_API_KEY');
		expect(bot.output()).not.toContain('a-key-of-nobody');
		expect(stage.discord.calls.list()).toEqual([]);
		expect(stage.discord.gateway.identifyCount).toBe(0);
	});

	it('refuses a token that Discord does not take', async () => {
		const bot = await runToItsEnd({ DISCORD_TOKEN: 'not-the-token-of-this-bot' });
		expect(await exitCode(bot)).toBe(78);
		expect(bot.output()).toContain('Discord rejected DISCORD_TOKEN');
		expect(bot.output()).not.toContain('not-the-token-of-this-bot');
		expect(stage.discord.gateway.identifyCount).toBe(0);
	});

	it('ends at the gateway’s close 4004 with 78 rather than 0', async () => {
		stage.discord.gateway.refuseIdentify(4004, 2);
		const bot = await runToItsEnd({});
		expect(await exitCode(bot)).toBe(78);
		expect(logged(bot, 'fatal')).toHaveLength(1);
	});
});

describe('a start that the next one may find mended', () => {
	it('ends with 69 where the store cannot be opened, before Discord is touched', async () => {
		// A folder where the file is to be.
		await mkdir(join(stage.folder, 'claims.sqlite'));
		const bot = await runToItsEnd({});
		expect(await exitCode(bot)).toBe(69);
		expect(bot.output()).toContain('DATABASE_URL');
		expect(stage.discord.calls.list()).toEqual([]);
	});

	it('goes on without the marketplace, and works as soon as that is back', async () => {
		await register(stage);
		const code = freshCode(stage);
		stage.marketplace.faults.add('*', '500');
		const bot = await stage.startBot();
		await bot.logged('The shop did not confirm the API key');
		expect(headline(await firstAnswer(stage.people.buyer, code))).toBe('⏳ The shop isn’t responding');
		stage.marketplace.faults.clear();
		expect(headline(await verify(stage.people.buyer, code))).toBe('✅ Purchase verified');
		await bot.logged('Loaded the items');
	});

	it('goes on where the shop refuses a key that was good before, as some do while they restart', async () => {
		await register(stage);
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
		expect(bot.isRunning).toBe(true);
	});

	it('goes on without the health page where another program has its port, or the address is wrong', async () => {
		await register(stage);
		const server = createServer().listen(0, '127.0.0.1');
		onTestFinished(() => void server.close());
		await new Promise((resolve) => server.once('listening', resolve));
		const address = server.address();
		const port = typeof address === 'object' && address !== null ? address.port : 0;
		for (const [settings, problem] of [
			[{ HEALTH_PORT: String(port) }, `HEALTH_PORT ${port} is taken`],
			[{ HEALTH_PORT: String(port), HEALTH_HOST: '192.0.2.1' }, 'HEALTH_HOST 192.0.2.1 is no address'],
		] as const) {
			const bot = await stage.startBot(settings);
			const line = await bot.logged('There is no health page');
			expect(line).toMatchObject({ level: 'warn', problem: expect.stringContaining(problem) });
			expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toBe('✅ Purchase verified');
			await bot.stop();
		}
	});

	it('waits for a Discord that cannot be reached, and connects when it can', async () => {
		stage.discord.faults.add('GET /gateway/bot', { kind: 'answer', status: 503, body: 'Down' }, 1);
		const bot = await stage.startBot();
		await bot.logged('Discord cannot be reached');
		expect(stage.discord.gateway.clientCount).toBe(1);
	});
});

describe('a 401 while the bot runs', () => {
	const unauthorized = {
		kind: 'answer',
		status: 401,
		body: { message: '401: Unauthorized', code: 0 },
	} as const;

	it('that Discord does not repeat ends nothing: the role is given', async () => {
		await register(stage);
		const bot = await stage.startBot();
		stage.discord.faults.add(giveRole, unauthorized, 1);
		await verify(stage.people.buyer, freshCode(stage));
		await buyerRoleGiven(stage, stage.people.buyer);
		expect((await bot.stop()).code).toBe(0);
	});

	it('that it repeats ends the bot with 1, so that a supervisor starts it again and the start decides', async () => {
		await register(stage);
		const bot = await stage.startProcess();
		stage.discord.faults.add(giveRole, unauthorized);
		stage.discord.faults.add('GET /users/@me', unauthorized);
		stage.people.buyer.chatInput('verify', { code: freshCode(stage) });
		expect(await exitCode(bot)).toBe(1);
		expect(bot.output()).toContain('Discord rejected DISCORD_TOKEN');
	});
});

describe('a stop', () => {
	it('by SIGTERM lets a verification in flight finish, and ends with 0', async () => {
		await register(stage);
		const bot = await stage.startProcess();
		const asking = stage.marketplace.faults.add('purchases/validation', { kind: 'delay', ms: 1_500 });
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

	it('by SIGHUP ends a bot that still waits for Discord', async () => {
		stage.discord.faults.add('GET /gateway/bot', { kind: 'answer', status: 503, body: 'Down' });
		const bot = await stage.spawnBot();
		await bot.logged('Discord cannot be reached');
		expect((await bot.stop('SIGHUP')).code).toBe(0);
		expect(stage.discord.gateway.identifyCount).toBe(0);
	});
});

describe('HEALTH_PORT', () => {
	it('shows a supervisor whether the bot lives and is connected, and offers metrics without a secret', async () => {
		await register(stage);
		const port = await closedPort();
		const bot = await stage.startBot({ HEALTH_PORT: String(port) });
		await verify(stage.people.buyer, freshCode(stage));
		const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

		expect((await get('/healthz')).status).toBe(200);
		expect((await get('/readyz')).status).toBe(200);
		const metrics = await (await get('/metrics')).text();
		expect(metrics).toMatch(/interactions.*"?\/verify"?.* 1$/m);
		for (const secret of [stage.discord.token, stage.marketplace.apiKey, stage.claimSecret]) {
			expect(metrics).not.toContain(secret);
		}

		stage.discord.gateway.setReachable(false);
		stage.discord.gateway.drop(4000);
		await expect.poll(async () => (await get('/readyz')).status).toBe(503);
		expect((await get('/healthz')).status).toBe(200);
		await bot.stop();
		await expect(get('/healthz')).rejects.toThrow();
	});
});

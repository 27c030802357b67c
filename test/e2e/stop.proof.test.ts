import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buyerRoleGiven, freshCode, giveRole } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { readable } from './reading.js';

let stage: Stage;

beforeEach(async () => {
	stage = await openStage();
	await register(stage);
});
afterEach(() => stage?.close());

it('a stop does not wait for a rate limit, and the role follows after the next start', async () => {
	const { buyer } = stage.people;
	const bot = await stage.startProcess();
	stage.discord.faults.add(giveRole, {
		kind: 'answer',
		status: 429,
		headers: { 'Retry-After': '30', 'X-RateLimit-Scope': 'shared' },
		body: { message: 'You are being rate limited.', retry_after: 30, global: false },
	});
	const asked = buyer.chatInput('verify', { code: freshCode(stage) });
	expect(readable(await asked.answered())).toContain('on the way');
	expect((await bot.stop()).code).toBe(0);
	expect(bot.output()).toContain('"msg":"Stopped"');
	expect(bot.output()).not.toContain('Some work did not finish in time');

	stage.discord.faults.clear();
	await stage.startBot();
	await buyerRoleGiven(stage, buyer);
});

it('a stop keeps for the next start what does not end in time', async () => {
	const bot = await stage.startProcess();
	stage.discord.faults.add(giveRole, { kind: 'hang' });
	const { buyer } = stage.people;
	buyer.chatInput('verify', { code: freshCode(stage) });
	await stage.discord.events.waitFor('request', ({ call }) => call.route === giveRole);
	// This delivery hangs for ever: that the bot ends shows that it doesn't wait for it.
	expect((await bot.stop()).code).toBe(0);

	stage.discord.faults.clear();
	await stage.startBot();
	await buyerRoleGiven(stage, buyer);
});

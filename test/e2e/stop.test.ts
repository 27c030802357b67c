import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buyerRoleGiven, freshCode, giveRole } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { readable } from './reading.js';

let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
	await register(stage);
});
afterAll(() => stage?.close());

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

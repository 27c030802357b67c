import type { FaultEffect } from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerRoute, buyerRoleGiven, freshCode, logged, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

let stage: Stage;
let bot: RunningBot;
let buyer: Person;

beforeAll(async () => {
	stage = await openStage();
	await register(stage);
	bot = await stage.startBot();
});
afterAll(() => stage?.close());
beforeEach(() => {
	buyer = stage.newPerson('Maya');
});
afterEach(() => stage.discord.faults.clear());

describe('an acknowledgement that Discord does not take', () => {
	const unknownInteraction: FaultEffect = {
		kind: 'answer',
		status: 404,
		body: { message: 'Unknown interaction', code: 10_062 },
	};
	const internal: FaultEffect = { kind: 'answer', status: 500, body: { message: 'Internal', code: 0 } };

	it.each([
		{ name: 'HTTP 500 once', effect: internal },
		{ name: 'a response that got lost', effect: { kind: 'lose-answer' } as const },
	])('is tried once more, and the member gets one answer: $name', async ({ effect }) => {
		stage.discord.faults.add(answerRoute, effect, 1);
		const asked = buyer.chatInput('verify', { code: freshCode(stage) });
		expect(headline(await asked.answered())).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, buyer);
		expect(asked.followUps).toEqual([]);
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});

	it.each([
		{ name: 'HTTP 500 for good', effect: internal },
		{ name: 'unknown interaction (10062)', effect: unknownInteraction },
	])('costs the answer and never the claim: $name', async ({ effect }) => {
		stage.discord.faults.add(answerRoute, effect, 2);
		const code = freshCode(stage);
		buyer.chatInput('verify', { code });
		await buyerRoleGiven(stage, buyer);
		stage.discord.faults.clear();

		expect(headline(await verify(stage.newPerson('Tom'), code))).toBe('⛔ This code is in use');
		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
		expect(bot.isRunning).toBe(true);
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});

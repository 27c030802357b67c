import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buyerRoleGiven, freshCode, giveRole, hasBuyerRole, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

describe('a bot that is killed without warning', () => {
	let stage: Stage;
	let buyer: Person;
	let friend: Person;

	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		({ buyer, friend } = stage.people);
	});
	afterEach(() => stage?.close());

	it('still knows each claim whose member it had answered', async () => {
		const code = freshCode(stage);
		const bot = await stage.startProcess();
		expect(headline(await verify(buyer, code))).toBe('✅ Purchase verified');
		expect((await bot.kill()).signal).toBe('SIGKILL');

		const next = await stage.startBot();
		expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');
		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
		await next.stop();
	});

	it('gives the role after its restart where it died between the claim and the role', async () => {
		const bot = await stage.startProcess();
		stage.discord.faults.add(giveRole, { kind: 'hang' });
		const code = freshCode(stage);
		buyer.chatInput('verify', { code });
		await stage.discord.events.waitFor('request', ({ call }) => call.route === giveRole);
		await bot.kill();
		stage.discord.faults.clear();
		expect(hasBuyerRole(stage, buyer)).toBe(false);

		// Nothing but a new start.
		await stage.startBot();
		await buyerRoleGiven(stage, buyer);
		expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');
		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
	});

	it('has given nothing away where it died before the marketplace answered', async () => {
		const bot = await stage.startProcess();
		stage.marketplace.faults.add('purchases/validation', { kind: 'delay', ms: 2_000 });
		const code = freshCode(stage);
		const asked = buyer.chatInput('verify', { code });
		await asked.acknowledged();
		await bot.kill();
		stage.marketplace.faults.clear();

		await stage.startBot();
		expect(headline(await verify(friend, code))).toBe('✅ Purchase verified');
		expect(hasBuyerRole(stage, buyer)).toBe(false);
	});
});

import { describe, expect, it } from 'vitest';
import { buyerRoleGiven, freshCode, giveRole, hasBuyerRole, verify } from './acts.js';
import { ownStage } from './own-stage.js';
import { headline } from './reading.js';

describe('a bot that is killed without warning', () => {
	it('still knows each claim whose member it had answered', async () => {
		const stage = await ownStage();
		const { buyer, friend } = stage.people;
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
		const stage = await ownStage();
		const { buyer, friend } = stage.people;
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
});

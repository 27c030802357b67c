import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyerRoleGiven, freshCode, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const cannotCheck = '⏳ The shop isn’t responding';

describe('while the marketplace is in trouble', () => {
	let stage: Stage;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		await stage.startBot();
	});
	afterAll(() => stage?.close());

	it('tries again by itself, and the same answer turns into what became of the code', async () => {
		const [buyer, friend] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
		const code = freshCode(stage);
		stage.marketplace.faults.add('purchases/validation', '500');
		const asked = buyer.chatInput('verify', { code });
		const waiting = await asked.answered();
		expect(readable(waiting)).toMatch(/Next try <t:\d+:R>/);
		expect(readable(waiting)).not.toContain(code);
		const wrong = friend.chatInput('verify', { code: '00000000-0000-4000-8000-000000000002' });
		expect(headline(await wrong.answered())).toBe(cannotCheck);

		stage.marketplace.faults.clear();
		const turned = await asked.edited((message) => headline(message) === '✅ Purchase verified');
		expect(turned.id).toBe(waiting.id);
		await buyerRoleGiven(stage, buyer);
		await wrong.edited((message) => headline(message) === '⛔ The shop doesn’t recognize this code');
	});
});

describe('a bot that is stopped while members wait for the shop', () => {
	it('answers them in time, keeps nothing of their codes, and counts nothing', async () => {
		const stage = await openStage();
		try {
			await register(stage);
			const bot = await stage.startBot();
			const buyer = stage.newPerson('Maya');
			const code = freshCode(stage);
			stage.marketplace.faults.add('purchases/validation', '500');
			const asked = buyer.chatInput('verify', { code });
			expect(headline(await asked.answered())).toBe(cannotCheck);
			const notice = asked.edited((message) => headline(message) === '⏳ The shop still isn’t responding');
			await bot.stop();
			const answer = await notice;
			expect(readable(answer)).toContain('This didn’t count as a try.');
			expect(readable(answer)).toContain('Try again');
			expect(bot.lines.join('\n')).not.toContain(code);

			stage.marketplace.faults.clear();
			await stage.startBot();
			const opened = buyer.clickButton(answer, 'cc1:panel-verify');
			await opened.acknowledged();
			const turned = await buyer.submitModal(opened, { code }).answered();
			expect(turned.id).toBe(answer.id);
			expect(headline(turned)).toBe('✅ Purchase verified');
		} finally {
			await stage.close();
		}
	});
});

it('a server may want the code in a JSON body', async () => {
	const stage = await openStage();
	try {
		await register(stage);
		await stage.startBot({ MARKETPLACE_BODY: 'json' });
		expect(headline(await verify(stage.newPerson('Maya'), freshCode(stage)))).toBe('✅ Purchase verified');
		const asked = stage.marketplace.calls.filter(({ endpoint }) => endpoint === 'purchases/validation');
		expect(asked.at(-1)).toMatchObject({ encoding: 'json', credential: 'header' });
	} finally {
		await stage.close();
	}
});

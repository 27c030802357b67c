import { describe, expect, it } from 'vitest';
import { noteAccount, readAccount } from '../../src/marketplace/key-check.js';
import { auditLine, buyerRoleGiven, freshCode, marketplaceCalls, verify, withStore } from './acts.js';
import { ownStage, sharedStage } from './own-stage.js';
import { runClaims, runClaimsWith } from './programs.js';
import { headline, readable } from './reading.js';

const validation = 'purchases/validation';

// In order: each test continues with the bot that the previous one left.
describe('while the shop has problems, a bot', async () => {
	const cannotCheck = '⏳ The shop isn’t responding';
	const stage = await sharedStage();
	let bot = await stage.startBot();

	it('retries by itself, and turns the same reply into the result', async () => {
		const [buyer, friend] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
		const code = freshCode(stage);
		stage.marketplace.faults.add(validation, '500');
		const asked = buyer.chatInput('verify', { code });
		const waiting = await asked.answered();
		expect(readable(waiting)).toMatch(/Next try <t:\d+:R>/);
		expect(readable(waiting)).not.toContain(code);
		const wrong = friend.chatInput('verify', { code: '00000000-0000-4000-8000-000000000002' });
		expect(headline(await wrong.answered())).toBe(cannotCheck);
		await bot.logged('The shop is not responding');

		stage.marketplace.faults.clear();
		const turned = await asked.edited((message) => headline(message) === '✅ Purchase verified');
		expect(turned.id).toBe(waiting.id);
		await bot.logged('The shop is responding again');
		await buyerRoleGiven(stage, buyer);
		await wrong.edited((message) => headline(message) === '⛔ The shop doesn’t recognize this code');
	});

	it('answers waiting members when it is stopped, keeps nothing of their codes, and counts nothing', async () => {
		const buyer = stage.newPerson('Maya');
		const code = freshCode(stage);
		stage.marketplace.faults.add(validation, '500');
		const asked = buyer.chatInput('verify', { code });
		expect(headline(await asked.answered())).toBe(cannotCheck);
		const notice = asked.edited((message) => headline(message) === '⏳ The shop still isn’t responding');
		await bot.stop();
		const answer = await notice;
		expect(readable(answer)).toContain('This didn’t count as a try.');
		expect(bot.lines.join('\n')).not.toContain(code);

		stage.marketplace.faults.clear();
		bot = await stage.startBot({ MARKETPLACE_BODY: 'json' });
		const opened = buyer.clickButton(answer, 'cc1:panel-verify');
		await opened.acknowledged();
		const turned = await buyer.submitModal(opened, { code }).answered();
		expect(turned.id).toBe(answer.id);
		expect(headline(turned)).toBe('✅ Purchase verified');
		const questions = stage.marketplace.calls.filter(({ endpoint }) => endpoint === validation);
		expect(questions.at(-1)).toMatchObject({ encoding: 'json', credential: 'header' });
	});

	it('starts if the shop refuses a key that worked before, as some shops do while they restart', async () => {
		await bot.stop();
		stage.marketplace.faults.add('*', '401');
		bot = await stage.startBot();
		expect(await bot.logged('The shop rejected the API key')).toMatchObject({ level: 'warn' });
		const { buyer, friend } = stage.people;
		expect(headline(await verify(buyer, freshCode(stage)))).toBe('⚠️ I can’t check codes right now');
		await auditLine(stage, 'API key');
		stage.marketplace.faults.clear();
		// It keeps trying by itself.
		await bot.logged('The shop is responding again');
		expect(headline(await verify(friend, freshCode(stage)))).toBe('✅ Purchase verified');
	});
});

describe('a key of another account', () => {
	it('checks no code until the operator confirms the account, with a valid key and a shop that responds', async () => {
		const stage = await ownStage();
		await withStore(stage, (store) => noteAccount(store, { username: 'former-author' }));
		const { buyer } = stage.people;
		await stage.startBot();
		const code = freshCode(stage);
		expect(headline(await verify(buyer, code))).toContain('I can’t check codes right now');
		expect(marketplaceCalls(stage, validation)).toBe(0);

		const [unsure, refused] = await Promise.all([
			runClaims(stage, 'confirm-account'),
			runClaimsWith(stage, { MARKETPLACE_API_KEY: 'no-key-of-this-shop' }, 'confirm-account', '--yes'),
		]);
		expect(unsure).toEqual({ code: 64, output: expect.stringContaining('--yes') });
		expect(refused).toEqual({ code: 78, output: expect.stringContaining('bad-key') });
		expect(refused.output).not.toContain('no-key-of-this-shop');
		expect(await withStore(stage, readAccount)).toMatchObject({ username: 'former-author' });

		const confirmed = await runClaims(stage, 'confirm-account', '--yes');
		expect(confirmed).toEqual({ code: 0, output: expect.stringContaining('Confirmed: marenmakes') });
		expect(confirmed.output).toContain('The claims were made with the account former-author');
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
	});
});

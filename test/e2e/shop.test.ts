import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteAccount, readAccount } from '../../src/marketplace/key-check.js';
import { openStore } from '../../src/storage/open.js';
import { buyerRoleGiven, freshCode, marketplaceCalls, verify } from './acts.js';
import { runClaims, runClaimsWith } from './claims-run.js';
import { ownStage } from './own-stage.js';
import { headline, readable } from './reading.js';

const cannotCheck = '⏳ The shop isn’t responding';
const validation = 'purchases/validation';

describe('while the shop is in trouble', () => {
	it('a bot tries again by itself, and the same answer turns into what became of the code', async () => {
		const stage = await ownStage();
		await stage.startBot();
		const [buyer, friend] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
		const code = freshCode(stage);
		stage.marketplace.faults.add(validation, '500');
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

	it('a bot that is stopped answers who waits, keeps nothing of their codes, and counts nothing', async () => {
		const stage = await ownStage();
		const bot = await stage.startBot();
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
		await stage.startBot({ MARKETPLACE_BODY: 'json' });
		const opened = buyer.clickButton(answer, 'cc1:panel-verify');
		await opened.acknowledged();
		const turned = await buyer.submitModal(opened, { code }).answered();
		expect(turned.id).toBe(answer.id);
		expect(headline(turned)).toBe('✅ Purchase verified');
		const questions = stage.marketplace.calls.filter(({ endpoint }) => endpoint === validation);
		expect(questions.at(-1)).toMatchObject({ encoding: 'json', credential: 'header' });
	});
});

describe('a key of another account', () => {
	it('checks no code until the operator confirms the account, by a good key and a shop that answers', async () => {
		const stage = await ownStage();
		const databaseUrl = `sqlite://${join(stage.folder, 'claims.sqlite')}`;
		const store = await openStore(databaseUrl, () => {}, { create: true });
		await noteAccount(store, { username: 'former-author' });
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
		expect(await readAccount(store)).toMatchObject({ username: 'former-author' });
		await store.close();

		const confirmed = await runClaims(stage, 'confirm-account', '--yes');
		expect(confirmed).toEqual({ code: 0, output: expect.stringContaining('Confirmed: marenmakes') });
		expect(confirmed.output).toContain('The claims were made with the account former-author');
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
	});
});

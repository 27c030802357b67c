import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open.js';
import { freePort } from '../free-port.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { forge, freshCode, hasBuyerRole, logged, openActForm, verify } from './acts.js';
import { runClaimsWith } from './claims-run.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

describe('while CLAIM_SECRET is changed', () => {
	it('members and staff are asked to try again, by every command that needs a claim', async () => {
		const stage = await openStage();
		try {
			await register(stage);
			const port = await freePort();
			const bot = await stage.startBot({ HEALTH_PORT: String(port) });
			const { moderator } = stage.people;
			const [maya, tom] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
			const code = freshCode(stage);
			await verify(maya, code);
			await expect.poll(() => hasBuyerRole(stage, maya)).toBe(true);
			const page = await moderator.chatInput('whois', { code }).answered();

			// As `claims rotate-secret` begins.
			const store = await openStore(stage.environment()['DATABASE_URL'] ?? '', () => {});
			const key = 'meta:secret';
			const note = (await store.get(key)) as object;
			await compareAndSet(store, key, note, { ...note, next: 'ab'.repeat(32) });
			await store.close();

			const form = await openActForm(moderator, page, 'lock');
			const channel = stage.channels.verify;
			const answers = {
				verify: await verify(tom, code),
				verifyNew: await verify(tom, freshCode(stage)),
				erase: await forge(stage, maya, channel, 'cc1:privacy-erase'),
				whois: await moderator.chatInput('whois', { code }).answered(),
				member: await moderator.chatInput('whois', { member: maya.id }).answered(),
				form: await moderator.submitModal(form, { reason: 'why' }).followedUp(),
			};
			for (const [name, answer] of Object.entries(answers)) {
				expect([name, headline(answer)]).toEqual([name, '⏳ Under maintenance']);
				expect(readable(answer)).not.toContain('Reference');
			}
			const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
			expect([ready.status, await ready.text()]).toEqual([
				503,
				expect.stringContaining('CLAIM_SECRET is being changed'),
			]);
			expect(hasBuyerRole(stage, maya)).toBe(true);
			expect(bot.isRunning).toBe(true);
			const isAboutMembers = ({ msg }: { msg: string }) => msg.startsWith('CLAIM_SECRET is being changed');
			expect(logged(bot, 'warn').filter(isAboutMembers)).toHaveLength(1);
			expect(logged(bot, 'error').filter(({ msg }) => msg === 'An interaction failed')).toEqual([]);
		} finally {
			await stage.close();
		}
	});
});

describe('once CLAIM_SECRET was changed', () => {
	it('a bot with the former one ends with 78, and says where the new one belongs', async () => {
		const stage = await openStage();
		try {
			await register(stage);
			const code = freshCode(stage);
			const bot = await stage.startProcess();
			expect(headline(await verify(stage.newPerson('Maya'), code))).toBe('✅ Purchase verified');
			const next = 'the-next-secret-of-thirty-two-characters';
			const rotation = await runClaimsWith(stage, { NEW_CLAIM_SECRET: next }, 'rotate-secret');
			expect(rotation).toMatchObject({ code: 0 });

			const hint =
				/CLAIM_SECRET was changed on \d{4}-\d\d-\d\d: put NEW_CLAIM_SECRET's value into CLAIM_SECRET/;
			expect((await bot.exited).code).toBe(78);
			expect(logged(bot, 'fatal')).toEqual([expect.objectContaining({ msg: expect.stringMatching(hint) })]);
			const again = await stage.spawnBot();
			expect((await again.exited).code).toBe(78);
			expect(again.output()).toMatch(hint);

			await stage.startBot({ CLAIM_SECRET: next });
			expect(headline(await verify(stage.newPerson('Tom'), code))).toBe('⛔ This code is in use');
		} finally {
			await stage.close();
		}
	});
});

import type { LogLine } from '@claimcheck/sandbox/logged-bot';
import { afterEach, describe, expect, it } from 'vitest';
import {
	answerRoute,
	buyerRoleGiven,
	freshCode,
	hasBuyerRole,
	logged,
	marketplaceCalls,
	verify,
} from './acts.js';
import { sharedStage } from './own-stage.js';
import { headline } from './reading.js';

const stage = await sharedStage({ discord: { acknowledgementTimeoutMs: 60_000 } });

describe('two bot processes on one token, as in a rolling restart', async () => {
	const bots = await Promise.all([stage.startProcess(), stage.startProcess()]);
	afterEach(() => {
		// That another process answers is reported to the operator, as it should be.
		const isOther = ({ msg }: LogLine) => msg.startsWith('Another bot is responding with this token');
		for (const bot of bots) {
			expect(logged(bot, 'error', 'fatal').filter((line) => !isOther(line))).toEqual([]);
		}
	});

	it('answer each member once, record the claim once, and the loser is silent', async () => {
		const callsBefore = stage.discord.calls.list(answerRoute).length;
		const asksBefore = marketplaceCalls(stage, 'purchases/validation');
		for (let n = 0; n < 10; n += 1) {
			const buyer = stage.newPerson(`Buyer ${n}`);
			const asked = buyer.chatInput('verify', { code: freshCode(stage) });
			// "✅ Already verified" would be the second process' answer to the claim of the first.
			expect(headline(await asked.answered())).toBe('✅ Purchase verified');
			await buyerRoleGiven(stage, buyer);
			expect(asked.followUps).toEqual([]);
		}
		// Both have answered concurrently each time: else nothing was shown.
		await expect.poll(() => stage.discord.calls.list(answerRoute).length - callsBefore).toBe(20);
		const callbacks = stage.discord.calls.list(answerRoute).slice(callsBefore);
		expect(callbacks.filter(({ code }) => code === 40_060)).toHaveLength(10);
		expect(marketplaceCalls(stage, 'purchases/validation') - asksBefore).toBe(10);
		for (const bot of bots) {
			const aboutInteractions = logged(bot, 'warn').filter(
				({ interactionId }) => interactionId !== undefined,
			);
			expect(aboutInteractions).toEqual([]);
		}
	});

	it('let one of twenty racing members win, whichever process each of them meets', async () => {
		const members = Array.from({ length: 20 }, (_, n) => stage.newPerson(`Runner ${n}`));
		const code = freshCode(stage);
		const answers = await Promise.all(members.map((member) => verify(member, code)));
		const refused = Array(19).fill('⛔ This code is in use');
		expect(answers.map(headline).sort()).toEqual(['✅ Purchase verified', ...refused].sort());
		// The role may follow the answers.
		const isOne = ({ userId }: { userId: string }) => members.some(({ id }) => id === userId);
		await stage.discord.events.waitFor('role-added', isOne);
		expect(members.filter((member) => hasBuyerRole(stage, member))).toHaveLength(1);
	});
});

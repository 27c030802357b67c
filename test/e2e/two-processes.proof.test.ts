import type { Interaction } from '@claimcheck/local-discord/interaction';
import { expect, it } from 'vitest';
import {
	answerRoute,
	auditLine,
	buyerRoleGiven,
	freshCode,
	hasBuyerRole,
	logged,
	marketplaceCalls,
	verify,
} from './acts.js';
import { sharedStage } from './own-stage.js';
import { headline } from './reading.js';

// Two processes on one token and one store, then one that replaces both, in order. A busy machine may take longer than
// Discord waits, but every command must get a reply. The shop has no limit here either.
const stage = await sharedStage({ discord: { acknowledgementTimeoutMs: 60_000 } });
const settings = { MARKETPLACE_PER_MINUTE: '6000' };
const bots = await Promise.all([stage.startProcess(settings), stage.startProcess(settings)]);

it('two processes answer each member once and record the claim once, and the loser is silent', async () => {
	const callsBefore = stage.discord.calls.list(answerRoute).length;
	const asksBefore = marketplaceCalls(stage, 'purchases/validation');
	for (let n = 0; n < 10; n += 1) {
		const buyer = stage.newPerson(`Buyer ${n}`);
		const asked = buyer.chatInput('verify', { code: freshCode(stage) });
		// "✅ Already verified" would be the second process' reply to the first one's claim.
		expect(headline(await asked.answered())).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, buyer);
		expect(asked.followUps).toEqual([]);
	}
	// Each time both must have responded concurrently; otherwise nothing was shown.
	await expect.poll(() => stage.discord.calls.list(answerRoute).length - callsBefore).toBe(20);
	const callbacks = stage.discord.calls.list(answerRoute).slice(callsBefore);
	expect(callbacks.filter(({ code }) => code === 40_060)).toHaveLength(10);
	expect(marketplaceCalls(stage, 'purchases/validation') - asksBefore).toBe(10);
});

it('one of twenty racing members wins, whichever process each of them reaches', async () => {
	const members = Array.from({ length: 20 }, (_, n) => stage.newPerson(`Runner ${n}`));
	const code = freshCode(stage);
	const answers = await Promise.all(members.map((member) => verify(member, code)));
	const refused = Array(19).fill('⛔ This code is in use');
	expect(answers.map(headline).sort()).toEqual(['✅ Purchase verified', ...refused].sort());
	// The role may follow the replies.
	const isOne = ({ userId }: { userId: string }) => members.some(({ id }) => id === userId);
	await stage.discord.events.waitFor('role-added', isOne);
	expect(members.filter((member) => hasBuyerRole(stage, member))).toHaveLength(1);
});

it('attack 51: many responses by another process raise one alarm, and cause no other trouble', async () => {
	const alarm = 'Another bot is responding with this token';
	for (let n = 0; n < 40 && !bots.some((bot) => bot.output().includes(alarm)); n += 1)
		await stage.people.buyer.chatInput('items').answered();
	await Promise.race(bots.map((bot) => bot.logged(alarm)));
	expect(await auditLine(stage, 'Another bot is also responding with my token')).toContain('reset it');
	for (const bot of bots) {
		const troubles = logged(bot, 'error', 'fatal').map(({ msg }) => msg.startsWith(alarm));
		expect(troubles).toEqual(troubles.slice(0, 1).map(() => true));
		expect(logged(bot, 'warn').filter(({ interactionId }) => interactionId !== undefined)).toEqual([]);
	}
});

it('a new process that starts before the old ones stop leaves no command unanswered, and answers none twice', async () => {
	const sent: { readonly verify: Interaction; readonly purchases: Interaction }[] = [];
	const isAnswered = ({ verify, purchases }: (typeof sent)[number]) =>
		[verify, purchases].every(({ original }) => original !== undefined);
	/** Members who come in turn, each as soon as the previous one was acknowledged, until the condition holds. */
	async function load(until: Promise<unknown>): Promise<void> {
		let isOver = false;
		void until.finally(() => {
			isOver = true;
		});
		while (!isOver) {
			const person = stage.newPerson('Member');
			const verify = person.chatInput('verify', { code: freshCode(stage) });
			sent.push({ verify, purchases: person.chatInput('purchases') });
			await verify.acknowledged();
		}
	}

	await load(stage.startProcess(settings));
	const stopping = Promise.all(bots.map((bot) => bot.stop()));
	await load(stopping);
	expect((await stopping).map(({ code }) => code)).toEqual([0, 0]);
	for (let left = 3; left > 0; left -= 1) await load(Promise.resolve());

	expect(sent.length).toBeGreaterThan(3);
	await expect.poll(() => sent.filter((each) => !isAnswered(each))).toEqual([]);
	const holders = sent.map(({ verify }) => stage.discord.person(stage.guild, { id: verify.userId }));
	// The new process finds roles that the old ones had not given yet in its next round.
	const patience = { timeout: 120_000 };
	await expect.poll(() => holders.filter((holder) => !hasBuyerRole(stage, holder)), patience).toEqual([]);
	for (const { verify, purchases } of sent) {
		expect([...verify.followUps, ...purchases.followUps]).toEqual([]);
		const shown = [verify.original, ...verify.revisions].filter((message) => message !== undefined);
		expect(shown.map(headline)).toContain('✅ Purchase verified');
	}
});

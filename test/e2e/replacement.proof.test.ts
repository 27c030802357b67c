import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import { expect, it } from 'vitest';
import { freshCode, hasBuyerRole } from './acts.js';
import { ownStage } from './own-stage.js';
import { headline } from './reading.js';

it('leaves no command without an answer and answers none twice if the new process starts before the old one stops', async () => {
	// A loaded machine may take longer than Discord waits; what is tested is that each command is answered.
	const stage = await ownStage({ discord: { acknowledgementTimeoutMs: 30_000 } });
	// The shop's limit is not what is shown here.
	const settings = { MARKETPLACE_PER_MINUTE: '6000' };
	const sent: { readonly verify: InteractionHandle; readonly purchases: InteractionHandle }[] = [];
	const isAnswered = ({ verify, purchases }: (typeof sent)[number]) =>
		[verify, purchases].every(({ original }) => original !== undefined);
	/** Members who come one after the other, each as soon as the one before was acknowledged, until it is over. */
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

	const old = await stage.startProcess(settings);
	const starting = stage.startProcess(settings);
	await load(starting);
	const stopping = old.stop();
	await load(stopping);
	expect((await stopping).code).toBe(0);
	for (let left = 3; left > 0; left -= 1) await load(Promise.resolve());

	expect(sent.length).toBeGreaterThan(3);
	await expect.poll(() => sent.filter((each) => !isAnswered(each))).toEqual([]);
	const holders = sent.map(({ verify }) => stage.discord.person(stage.guild, { id: verify.userId }));
	// The new process finds the roles that the old one had not given yet when it next looks.
	const patience = { timeout: 120_000 };
	await expect.poll(() => holders.filter((holder) => !hasBuyerRole(stage, holder)), patience).toEqual([]);
	for (const { verify, purchases } of sent) {
		expect([...verify.followUps, ...purchases.followUps]).toEqual([]);
		const shown = [verify.original, ...verify.revisions].filter((message) => message !== undefined);
		expect(shown.map(headline)).toContain('✅ Purchase verified');
	}
});

import type { Person } from '@claimcheck/local-discord/person';
import { textOf } from '@claimcheck/local-discord/reading';
import type { SecondServer, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditChannel, auditLine, buyerRoleGiven, press, verify } from './acts.js';
import { card, opened as openDispute } from './dispute-acts.js';
import { openStage, register } from './hosted-bot.js';

const paymentText = /Paid|ownloaded/;

describe('what was paid for a purchase, with the production bot', () => {
	let stage: Stage;
	let other: SecondServer;
	let moderator: Person;

	beforeAll(async () => {
		stage = await openStage();
		other = stage.secondServer();
		const both = { DISCORD_GUILD_ID: `${stage.guild.id},${other.guild.id}` };
		await register(stage, both);
		await stage.startBot(both);
		moderator = stage.people.moderator;
	});
	afterAll(() => stage?.close());

	const lookUp = (by: Person, code: string): Promise<APIMessage> =>
		by.chatInput('whois', { code }).answered();

	it('is shown to staff of each listed server, is new after a check, and is never shown to members', async () => {
		const buyer = stage.newPerson('Buyer');
		const { code, price } = stage.marketplace.addPurchase({ downloaded: false });
		const paid = `Paid $${price.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
		const verified = await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
		const page = await lookUp(moderator, code);
		expect(textOf(page)).toContain(`${paid} · not downloaded yet`);

		stage.marketplace.download(code);
		const checked = await press(moderator, page, 'desk-check');
		expect(textOf(checked)).toContain(`${paid} · downloaded`);

		const theirs = await lookUp(other.people.moderator, code);
		expect(textOf(theirs)).toContain(`${paid} · downloaded`);
		const own = await buyer.chatInput('purchases').answered();
		for (const message of [verified, own]) {
			expect(textOf(message)).not.toMatch(paymentText);
			expect(textOf(message)).not.toContain(paid.slice('Paid '.length));
		}
		await auditLine(stage, buyer.id);
		expect(auditChannel(stage)).not.toMatch(paymentText);
	});

	it('is on the card of a dispute while staff decide', async () => {
		const [holder, claimant] = [stage.newPerson('Holder'), stage.newPerson('Claimant')];
		const { code } = stage.marketplace.addPurchase({ downloaded: true });
		await verify(holder, code);
		const { reference, waiting } = await openDispute(claimant, code);
		expect(textOf(await card(stage, reference, 'Paid $'))).toMatch(/Paid \$[\d,.]+ · downloaded/);
		expect(textOf(waiting)).not.toMatch(paymentText);
	});
});

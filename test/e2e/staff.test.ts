import type { Person } from '@claimcheck/local-discord/person';
import { labelsOf, textOf } from '@claimcheck/local-discord/reading';
import { beforeEach, describe, expect, it } from 'vitest';
import {
	auditChannel,
	auditLine,
	buyerRoleGiven,
	change,
	newHolder,
	openActForm,
	press,
	referenceIn,
	roleTaken,
	verify,
} from './acts.js';
import { sharedStage } from './own-stage.js';
import { headline, readable } from './reading.js';

let buyer: Person;
let code: string;

const stage = await sharedStage();
let bot = await stage.startBot();
const moderator = stage.people.moderator;
beforeEach(async () => {
	({ holder: buyer, code } = await newHolder(stage, 'Buyer'));
});

describe('a look-up by staff', () => {
	it('finds a purchase by its code, with its history and its price, which members never see', async () => {
		const owner = stage.newPerson('Owner');
		const bought = stage.marketplace.addPurchase({ downloaded: false });
		const paid = `Paid $${bought.price.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
		const verified = await verify(owner, bought.code);
		const shown = await moderator.chatInput('whois', { code: bought.code }).answered();
		expect(textOf(shown)).toContain(`${paid} · not downloaded yet`);
		expect(readable(shown)).toContain(`Linked to <@${owner.id}> (owner`);
		stage.marketplace.download(bought.code);
		expect(textOf(await press(moderator, shown, 'desk-check'))).toContain(`${paid} · downloaded`);
		for (const message of [verified, await owner.chatInput('purchases').answered()])
			expect(textOf(message)).not.toMatch(/Paid|ownloaded/);
		expect(auditChannel(stage)).not.toMatch(/Paid|ownloaded/);

		const history = await press(moderator, shown, 'desk-history');
		expect(readable(history)).toContain(`verified · by <@${owner.id}>`);
		expect(readable(history)).not.toContain('(owner');
		const saved = await press(moderator, history, 'desk-history-file');
		expect(stage.discord.messages.get(saved.id).visibleTo).toBe(moderator.id);
		const [file] = saved.attachments;
		const content = await (await fetch(file?.url ?? '')).text();
		expect(file?.filename).toBe('history.txt');
		expect(content).toMatch(new RegExp(`verified · by owner.* \\(${owner.id}\\)`));
		expect(readable(await press(moderator, history, 'desk-open'))).toContain('Check now');
		stage.guild.removeMember(owner.id);
		const departed = await moderator.chatInput('whois', { member: owner.id }).answered();
		expect(readable(departed)).toContain(bought.item.name);
	});

	it('finds a refusal by its reference, and by the button of its audit line, which only staff can open', async () => {
		const thief = stage.newPerson('Thief');
		const reference = referenceIn(await verify(thief, code));
		const shown = await moderator.chatInput('whois', { reference: reference.toLowerCase() }).answered();
		expect(readable(shown)).toContain(`<@${thief.id}>`);
		expect(readable(shown)).toContain(`is linked to <@${buyer.id}> (buyer`);
		const { message } = await stage.discord.events.waitFor(
			'message-created',
			({ message: { channel_id, content } }) =>
				channel_id === stage.channels.audit && content.includes(reference),
		);
		const line = stage.discord.messages.get(message.id).current;
		expect(line.mentions).toEqual([]);
		const opened = moderator.press(line, `Open ${reference}`);
		expect(labelsOf(await opened.answered())).toContain('Open purchase');
		expect(opened.acknowledgement?.isEphemeral).toBe(true);
		const refused = await thief.press(line, `Open ${reference}`).answered();
		expect(readable(refused)).toContain('Only staff can use this');
	});
});

describe('a purchase that staff change', () => {
	it('is unlinked with its role, reported, and restored with one button', async () => {
		const done = await change(moderator, 'unlink', { code, reason: 'refund agreed' });
		expect(readable(done)).toContain('“refund agreed”');
		await roleTaken(stage, buyer);
		await auditLine(stage, `<@${moderator.id}>`, `<@${buyer.id}>`, 'refund agreed');
		expect(auditChannel(stage)).not.toContain(code);
		expect(headline(await press(moderator, done, 'desk-undo'))).toContain('Undone by');
		await buyerRoleGiven(stage, buyer);
		expect(headline(await verify(buyer, code))).toContain('Already verified');
	});

	it('is changed once, even if the bot restarts while the form is open', async () => {
		const page = await moderator.chatInput('whois', { code }).answered();
		const form = await openActForm(moderator, page, 'unlink');
		await bot.stop();
		bot = await stage.startBot();
		const sent = [1, 2].map(() => moderator.submitModal(form, { reason: 'restart' }).answered());
		// Both change the same page, so either reply can be the last.
		for (const text of (await Promise.all(sent)).map(readable))
			expect(text).toMatch(/unlinked \*\*|has changed since then/);
		await roleTaken(stage, buyer);
		await auditLine(stage, 'restart');
		expect(auditChannel(stage).split('restart')).toHaveLength(2);
	});
});

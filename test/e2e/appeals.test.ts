import type { Person } from '@claimcheck/local-discord/person';
import { type APIMessage, PermissionFlagsBits } from 'discord.js';
import { beforeEach, describe, expect, it } from 'vitest';
import {
	buyerRoleGiven,
	caseCard,
	chooseSetting,
	customIdOf,
	fill,
	freshCode,
	giveRole,
	press,
	referenceIn,
	rowsOf,
	verify,
} from './acts.js';
import { sharedStage } from './own-stage.js';
import { headline, readable } from './reading.js';

const stage = await sharedStage();
const bot = await stage.startBot();
await bot.logged('Loaded the items');
const { moderator, admin } = stage.people;
await chooseSetting(admin, 'setup-set:pictures', 'three');
const itemName = stage.marketplace.addPurchase().item.name;
let tom: Person;

beforeEach(() => {
	tom = stage.newPerson('Tom');
});

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const picture = (name = 'receipt.png', bytes = png) => ({ name, contentType: 'image/png', bytes });

/** The page behind *I can’t find my code*. */
async function pageFor(person: Person): Promise<APIMessage> {
	return await press(person, await verify(person, 'hello there everyone'), 'appeal');
}

async function ask(person: Person, values: Parameters<typeof fill>[3]): Promise<APIMessage> {
	const page = await pageFor(person);
	return await fill(person, page, customIdOf(page, 'appeal-write'), values);
}

const card = (reference: string, shows?: string) => caseCard(stage, reference, shows);

const sentCard = async (person: Person, note: string) => await card(referenceIn(await ask(person, { note })));

const decide = (staff: Person, on: APIMessage, act: string, values: Parameters<typeof fill>[3]) =>
	fill(staff, on, customIdOf(on, `case-appeal:${act}`), values);

async function pictureAt(address: string | undefined): Promise<number> {
	return (await fetch(address ?? '')).status;
}

describe('a buyer who can’t find the code', () => {
	it('gets the item after three presses, and two by staff, who first see the images as spoilers', async () => {
		const page = await pageFor(tom);
		expect(readable(page)).toContain('Staff of this server will see what you send');
		const sent = await fill(tom, page, customIdOf(page, 'appeal-write'), {
			note: `I bought ${itemName} in May.`,
			pictures: [picture('form.pdf', Buffer.from('%PDF-1.7 no picture')), picture(), picture('order.png')],
		});
		expect(headline(sent)).toBe('✅ Sent to staff');
		expect(readable(sent)).toContain('1 file wasn’t sent');
		const open = await card(referenceIn(sent));
		expect(readable(open)).toContain(`I bought ${itemName} in May.`);
		expect(readable(open).match(/"spoiler":true/g)).toHaveLength(2);
		const addresses = open.attachments.map(({ url }) => url);
		expect(await Promise.all(addresses.map(pictureAt))).toEqual([200, 200]);
		// The row no longer stores where the member’s uploads are.
		expect(JSON.stringify([...(await rowsOf(stage, /^appeal:/))])).not.toContain('sealed');

		const given = await decide(moderator, open, 'give', { item: itemName, days: '', reason: 'seen' });
		expect(readable(given)).toContain('seen');
		await buyerRoleGiven(stage, tom);
		const decided = await card(referenceIn(sent), 'Given by');
		expect(decided.attachments).toEqual([]);
		expect(await Promise.all(addresses.map(pictureAt))).toEqual([404, 404]);
		await tom.directMessage((message) => readable(message).includes('is yours'));
		expect(tom.directMessages).toHaveLength(1);
	});

	it('is asked again in a direct message, whose form creates a new card, and is then refused', async () => {
		const open = await sentCard(tom, 'I bought it.');
		const told = await decide(moderator, open, 'ask', { reason: 'Which order number?' });
		expect(headline(told)).toContain('✅ Sent to');
		const asked = await tom.directMessage((message) => readable(message).includes('appeal-write'));
		expect(readable(asked)).toContain('Which order number?');
		const late = tom.clickButton(asked, customIdOf(asked, 'appeal-write'));
		await late.modalOpened();
		const sent = await fill(tom, asked, customIdOf(asked, 'appeal-write'), {
			note: 'Order 4711, PayPal 1AB23456CD789012E.',
			pictures: [picture()],
		});
		expect(headline(sent)).toBe('✅ Sent to staff');
		const again = await card(referenceIn(sent), 'Order 4711, PayPal ….');
		expect(again.attachments).toHaveLength(1);
		await decide(moderator, again, 'refuse', { reason: 'Not in our books.' });
		await tom.directMessage((message) => readable(message).includes('Not in our books.'));
		expect(tom.directMessages).toHaveLength(2);
		// The question from staff is shown only once.
		const once = await tom.submitModal(late, { note: 'Once more.' }).answered();
		expect(headline(once)).not.toContain('Sent');
	});

	it('is verified in the direct message if the answer there contains the code, but not after leaving', async () => {
		const open = await sentCard(tom, 'I bought it.');
		await decide(moderator, open, 'ask', { reason: 'Look once more, please.' });
		const asked = await tom.directMessage((message) => readable(message).includes('appeal-write'));
		const late = tom.clickButton(asked, customIdOf(asked, 'appeal-write'));
		await late.modalOpened();
		const answer = { note: freshCode(stage) };
		const { user } = stage.guild.member(tom.id);
		stage.guild.removeMember(tom.id);
		const refused = await fill(tom, asked, customIdOf(asked, 'appeal-write'), answer);
		expect(headline(refused)).toContain('isn’t a member');
		stage.guild.addMember(user);
		const done = await tom.submitModal(late, answer).answered();
		expect(readable(done)).not.toContain('custom_id');
		await buyerRoleGiven(stage, tom);
	});

	it('reaches staff without images if the bot may not attach files there', async () => {
		const { botId } = stage.guild;
		const deny = PermissionFlagsBits.AttachFiles;
		stage.guild.setOverwrites(stage.channels.audit, [{ id: botId, type: 1, allow: 0n, deny }]);
		const open = await card(referenceIn(await ask(tom, { note: 'My receipt.', pictures: [picture()] })));
		expect(open.attachments).toEqual([]);
		expect(readable(open)).toContain('1 image is missing');
		stage.guild.setOverwrites(stage.channels.audit, []);
	});

	it('loses the images if their data is deleted, and the card mentions only the deletion', async () => {
		const sent = await ask(tom, { note: 'My receipt.', pictures: [picture()] });
		const open = await card(referenceIn(sent), 'My receipt.');
		const late = moderator.clickButton(open, customIdOf(open, 'case-appeal:refuse'));
		await late.modalOpened();
		const file = await press(tom, await tom.chatInput('privacy').answered(), 'privacy:delete');
		await press(tom, file, 'privacy:erase');
		const gone = await card(referenceIn(sent), 'Withdrawn');
		expect(readable(gone)).not.toContain('My receipt.');
		expect(gone.attachments).toEqual([]);
		expect(await pictureAt(open.attachments[0]?.url)).toBe(404);
		expect(JSON.stringify([...(await rowsOf(stage, /^appeal:/))])).not.toContain(tom.id);
		const answered = await moderator.submitModal(late, { reason: 'late' }).answered();
		expect(headline(answered)).toContain('already');
	});
});

describe('the buttons of a request without a code', () => {
	it('give nothing if the member leaves before the decision, but the request can be refused', async () => {
		const open = await sentCard(tom, 'Bye.');
		stage.guild.removeMember(tom.id);
		const given = await decide(moderator, open, 'give', { item: itemName, days: '', reason: 'seen' });
		expect(headline(given)).toContain('isn’t a member');
		expect(stage.discord.calls.list(giveRole).filter(({ path }) => path.includes(tom.id))).toEqual([]);
		await decide(moderator, open, 'refuse', { reason: 'left' });
		await card(referenceIn(open), 'Refused by');
	});

	it('are posted again in the next audit channel if the old channel is deleted', async () => {
		const open = await sentCard(tom, 'Where is it?');
		stage.guild.deleteChannel(stage.channels.audit);
		const { id } = stage.guild.addChannel({ name: 'audit-2' });
		await chooseSetting(admin, 'setup-set:audit', id);
		Object.assign(stage.channels, { audit: id });
		await bot.stop();
		await stage.startBot();
		await card(referenceIn(open), 'Where is it?');
	});
});

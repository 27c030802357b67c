import type { Person } from '@claimcheck/local-discord/person';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
	auditChannel,
	auditLine,
	buyerRoleGiven,
	check,
	freshCode,
	hasBuyerRole,
	openActForm,
	openPurchasePage,
	press,
	updateRoles,
	verify,
} from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

describe('moderators’ tools, with the production bot', () => {
	let stage: Stage;
	/** A process, since it is killed. */
	let bot: BotProcess;
	let moderator: Person;
	let buyer: Person;
	let code: string;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		bot = await stage.startProcess();
		moderator = stage.people.moderator;
	});
	afterAll(() => stage?.close());
	beforeEach(async () => {
		buyer = stage.newPerson('Buyer');
		code = freshCode(stage);
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
	});

	const roleRemoved = (person: Person) =>
		stage.discord.events.waitFor(
			'role-removed',
			({ userId, roleId }) => userId === person.id && roleId === stage.roles.buyer.id,
		);

	/** Opens the form of an act on a purchase's page and sends it off. */
	const sendAct = async (page: APIMessage, act: string, values: Parameters<Person['submitModal']>[1]) =>
		await moderator.submitModal(await openActForm(moderator, page, act), values).answered();
	const purchasePage = () => openPurchasePage(moderator, { code });

	it('/whois and the context menu show a member’s purchases with the code’s end, and roles', async () => {
		for (const shown of [
			await moderator.chatInput('whois', { member: buyer.id }).answered(),
			await moderator.userContextMenu('Purchases', buyer.id).answered(),
		]) {
			const text = readable(shown);
			expect(text).toContain(`••••${code.slice(-4)}`);
			expect(text).not.toContain(code.slice(0, 8));
			expect(text).toContain(`✅ Has <@&${stage.roles.buyer.id}>`);
		}
	});

	it('/whois finds a purchase by its code, with its history', async () => {
		const shown = await purchasePage();
		expect(readable(shown)).toContain(`Linked to <@${buyer.id}> (buyer)`);
		const history = await press(moderator, shown, 'desk-history');
		expect(readable(history)).toContain(`verified (<@${buyer.id}> (buyer))`);
		const saved = await press(moderator, history, 'desk-history-file');
		expect(stage.discord.messages.get(saved.id).visibleTo).toBe(moderator.id);
		const [file] = saved.attachments;
		const content = await (await fetch(file?.url ?? '')).text();
		expect([file?.filename, content.split('\n').length]).toEqual(['history.txt', 4]);
		expect(content).toContain(`verified (buyer (${buyer.id}))`);
		const back = await press(moderator, history, 'desk-open');
		expect(readable(back)).toContain('Check now');
		const nothing = await moderator.chatInput('whois').answered();
		expect(readable(nothing)).toContain('Enter code or reference');
	});

	it('/whois says of an unclaimed code what it is for, and claims nothing', async () => {
		const free = freshCode(stage);
		const shown = await moderator.chatInput('whois', { code: free }).answered();
		expect(headline(shown)).toContain('Valid and available');
		expect(readable(shown)).not.toContain(free);
		const unknown = '00000000-1111-4222-8333-444444444444';
		const no = await moderator.chatInput('whois', { code: unknown }).answered();
		expect(headline(no)).toContain('The shop doesn’t recognize this code');
		const next = stage.newPerson('Next');
		expect(headline(await verify(next, free))).toContain('Purchase verified');
	});

	it('/whois finds a refusal by its reference', async () => {
		const thief = stage.newPerson('Thief');
		const refused = await verify(thief, code);
		const reference = /[A-Z]{3}-[A-Z]{3}/.exec(readable(refused))?.[0] ?? '';
		const shown = await moderator.chatInput('whois', { reference: reference.toLowerCase() }).answered();
		expect(readable(shown)).toContain(`<@${thief.id}>`);
		expect(readable(shown)).toContain(`is linked to <@${buyer.id}> (buyer)`);
		expect(readable(await press(moderator, shown, 'desk-open'))).toContain('Check now');
		const none = await moderator.chatInput('whois', { reference: 'ZZZ-ZZZ' }).answered();
		expect(headline(none)).toContain('Reference not found');
	});

	it('Unlink on the page of a purchase takes it with its role, is reported, and undone with one button', async () => {
		const done = await sendAct(await purchasePage(), 'unlink', {
			reason: 'refund agreed',
		});
		expect(readable(done)).toContain(`unlinked **`);
		expect(readable(done)).toContain('“refund agreed”');
		await roleRemoved(buyer);
		expect(hasBuyerRole(stage, buyer)).toBe(false);
		await auditLine(stage, `<@${moderator.id}>`, `<@${buyer.id}>`, 'refund agreed');
		expect(auditChannel(stage)).not.toContain(code);

		const undone = await press(moderator, done, 'desk-undo');
		expect(headline(undone)).toContain('Undone by');
		await buyerRoleGiven(stage, buyer);
		expect(headline(await verify(buyer, code))).toContain('Already verified');
	});

	it('Move on the page of a purchase gives it and its role to who is chosen', async () => {
		const next = stage.newPerson('Next');
		const [page, older] = [await purchasePage(), await purchasePage()];
		const done = await sendAct(page, 'move', {
			member: [next.id],
			reason: 'new account',
		});
		expect(readable(done)).toContain(`<@${buyer.id}> (buyer) → <@${next.id}> (next)`);
		await Promise.all([roleRemoved(buyer), buyerRoleGiven(stage, next)]);
		expect(headline(await verify(buyer, code))).toContain('in use');
		// That page has shown an older state: nothing is done from it.
		const late = await sendAct(older, 'unlink', { reason: 'too late' });
		expect(headline(late)).toContain('has changed since then');
	});

	it('carries a change out once, also when the bot was started again while its form was open', async () => {
		const form = await openActForm(moderator, await purchasePage(), 'unlink');
		await bot.kill();
		await stage.startBot();
		const sent = [1, 2].map(() => moderator.submitModal(form, { reason: 'restart' }).answered());
		const answers = (await Promise.all(sent)).map(readable);
		// Both change the same page, so that either answer can be the last.
		for (const text of answers) expect(text).toMatch(/unlinked \*\*|has changed since then/);
		await roleRemoved(buyer);
		await auditLine(stage, 'restart');
		expect(auditChannel(stage).split('restart')).toHaveLength(2);
	});

	it('Check now and Update roles show the current state', async () => {
		expect(readable(await check(moderator, code))).toContain('✅ Valid');
		await auditLine(stage, `<@${moderator.id}>`, 'checked', code.slice(-4));
		await buyerRoleGiven(stage, buyer);
		stage.guild.takeRole(buyer.id, stage.roles.buyer.id);
		expect(readable(await updateRoles(moderator, buyer))).toContain('Roles updated');
		await buyerRoleGiven(stage, buyer);
	});

	it('ends a member’s pause for wrong codes', async () => {
		const guesser = stage.newPerson('Guesser');
		for (let n = 0; n < 5; n += 1) await verify(guesser, `00000000-1111-4222-8333-44444444444${n}`);
		expect(readable(await verify(guesser, freshCode(stage)))).toContain('Too many tries');
		const page = await moderator.chatInput('whois', { member: guesser.id }).answered();
		expect(readable(page)).toContain('Too many wrong codes');
		expect(readable(await press(moderator, page, 'desk-pause'))).toContain('Can try codes again now');
		expect(headline(await verify(guesser, freshCode(stage)))).toContain('Purchase verified');
	});
});

describe('the rules for purchases, with the production bot', () => {
	let stage: Stage;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		await stage.startBot();
	});
	afterAll(() => stage?.close());

	it('let a team share a code of its licence type, and no more', async () => {
		const { admin } = stage.people;
		const page = await admin.chatInput('setup seats', { license: 'extended', members: 2 }).answered();
		expect(readable(page)).toContain('extended: 2 seats');
		const { code } = stage.marketplace.addPurchase({ licenceType: 'extended' });
		const [one, two, three] = ['One', 'Two', 'Three'].map((name) => stage.newPerson(name));
		if (one === undefined || two === undefined || three === undefined) throw new Error('Nobody came');
		expect(headline(await verify(one, code))).toContain('Purchase verified');
		expect(headline(await verify(two, code))).toContain('Purchase verified');
		expect(headline(await verify(three, code))).toContain('in use');
		await auditLine(stage, `<@${admin.id}>`, 'set 2 seats per code');
	});
});

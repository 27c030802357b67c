import type { Person } from '@claimcheck/local-discord/person';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
	auditChannel,
	auditLine,
	buyerRoleGiven,
	change,
	check,
	customIdOf,
	freshCode,
	hasBuyerRole,
	letUnlink,
	openActForm,
	openPurchasePage,
	openSettings,
	press,
	updateRoles,
	verify,
} from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const all = { force: true };

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
	/** Opens the form behind a button of moderation and sends it off. */
	const sendForm = async (
		person: Person,
		message: APIMessage,
		name: string,
		values: Parameters<Person['submitModal']>[1],
	): Promise<APIMessage> => {
		const opened = person.clickButton(message, customIdOf(message, name));
		await opened.modalOpened();
		return await person.submitModal(opened, values).answered();
	};
	const purchasePage = () => openPurchasePage(moderator, { code });
	const item = () => stage.marketplace.items[0] ?? expect.unreachable('Nothing is for sale');

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

	it('Unlink lets another member verify the code, and then undoes nothing', async () => {
		const done = await change(moderator, 'unlink', { member: buyer.id, reason: 'sold' });
		const next = stage.newPerson('Next');
		expect(headline(await verify(next, code))).toContain('Purchase verified');
		expect(headline(await press(moderator, done, 'desk-undo'))).toContain('has changed since then');
		expect(headline(await verify(buyer, code))).toContain('in use');
	});

	it('Lock keeps a purchase as it is until Unlock', async () => {
		await change(moderator, 'lock', { code, reason: 'disputed' });
		expect(readable(await purchasePage())).not.toContain('"value":"unlink"');
		expect(headline(await verify(buyer, code))).toContain('Already verified');
		await change(moderator, 'unlock', { code, reason: 'settled' });
		expect(readable(await change(moderator, 'unlink', { code, reason: 'now' }))).toContain('unlinked **');
	});

	it('blocks an unclaimed code, and gives one to a member', async () => {
		const [leaked, lost] = [freshCode(stage), freshCode(stage)];
		const page = await moderator.chatInput('whois', { code: leaked }).answered();
		const blocked = await sendForm(moderator, page, 'desk-block', { reason: 'leaked' });
		expect(readable(blocked)).toContain('revoked **');
		const thief = stage.newPerson('Thief');
		expect(readable(await verify(thief, leaked))).toContain('doesn’t recognize this code');
		const friend = stage.newPerson('Friend');
		const free = await moderator.chatInput('whois', { code: lost }).answered();
		await sendForm(moderator, free, 'desk-give-code', { member: [friend.id], reason: 'can’t type' });
		await buyerRoleGiven(stage, friend);
		expect(headline(await verify(thief, lost))).toContain('in use');
	});

	it('gives a purchase without a code, once, and takes it back', async () => {
		const guest = stage.newPerson('Guest');
		const page = await moderator.chatInput('whois', { member: guest.id }).answered();
		const opened = moderator.clickButton(page, customIdOf(page, 'desk-give'));
		await opened.modalOpened();
		const values = { item: String(item().id), days: '30', reason: 'won a raffle' };
		const done = await moderator.submitModal(opened, values).answered();
		expect(readable(done)).toContain(`gave **`);
		await buyerRoleGiven(stage, guest);
		const twice = await moderator.submitModal(opened, values).answered();
		expect(headline(twice)).toContain('has changed since then');
		const again = await moderator.chatInput('whois', { member: guest.id }).answered();
		const shown = await press(moderator, again, 'desk-open');
		expect(readable(shown)).toContain('Given by staff, no code');
		await sendAct(shown, 'unlink', { reason: 'over' });
		await roleRemoved(guest);
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

	it('refuses a buyer all of it, also where the server lets them send it', async () => {
		const commands: [string, Record<string, string>][] = [
			['whois', { member: buyer.id }],
			['whois', { code }],
			['whois', { reference: 'KQT-WDR' }],
		];
		for (const [name, options] of commands) {
			expect(() => buyer.chatInput(name, options)).toThrow('may not use');
			expect(headline(await buyer.chatInput(name, options, all).answered())).toContain('Manage Roles');
		}
		expect(() => buyer.userContextMenu('Purchases', buyer.id)).toThrow('may not use');
		const menu = await buyer.userContextMenu('Purchases', buyer.id, all).answered();
		expect(headline(menu)).toContain('Manage Roles');
	});

	it('refuses buttons and forms to a former moderator', async () => {
		const trainee = stage.discord.person(stage.guild, {
			name: 'Trainee',
			roleIds: [stage.roles.moderator.id],
		});
		const page = await openPurchasePage(trainee, { code });
		const form = await openActForm(trainee, page, 'unlink');
		stage.guild.takeRole(trainee.id, stage.roles.moderator.id);
		const sent = await trainee.submitModal(form, { reason: 'last day' }).answered();
		expect(headline(sent)).toContain('Manage Roles');
		expect(headline(await press(trainee, page, 'desk-check'))).toContain('Manage Roles');
		expect(headline(await verify(buyer, code))).toContain('Already verified');
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

	it('are chosen on a page by a member with Manage Server alone', async () => {
		const { admin, buyer } = stage.people;
		const page = await openSettings(admin, 'policy');
		expect(readable(page)).toContain('"value":"never","default":true');
		const changed = await letUnlink(admin, 14);
		expect(readable(changed)).toContain('"value":"14","default":true');
		await auditLine(stage, 'free after 14 days');
		expect(readable(await admin.chatInput('setup policy').answered())).toContain(
			'"value":"14","default":true',
		);
		const refused = await buyer.chatInput('setup policy', {}, all).answered();
		expect(headline(refused)).toContain('Manage Server');
	});
});

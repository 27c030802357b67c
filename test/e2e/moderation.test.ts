import type { Person } from '@claimcheck/local-discord/person';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
	auditChannel,
	auditLine,
	buyerRoleGiven,
	change,
	customIdOf,
	freshCode,
	hasBuyerRole,
	openSettings,
	press,
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

	const roleGone = (person: Person) =>
		stage.discord.events.waitFor(
			'role-removed',
			({ userId, roleId }) => userId === person.id && roleId === stage.roles.buyer.id,
		);

	it('/whois and the context menu show purchases with the code masked, roles and history', async () => {
		for (const shown of [
			await moderator.chatInput('whois', { member: buyer.id }).answered(),
			await moderator.userContextMenu('Purchases', buyer.id).answered(),
		]) {
			const text = readable(shown);
			expect(text).toContain(`••••${code.slice(-4)}`);
			expect(text).not.toContain(code.slice(0, 8));
			expect(text).toContain(`<@&${stage.roles.buyer.id}>`);
			expect(text).toContain(`verified (<@${buyer.id}>)`);
		}
	});

	it('/claim lookup finds a purchase by its code and by its member, and says where there is none', async () => {
		const byCode = await moderator.chatInput('claim lookup', { code }).answered();
		expect(readable(byCode)).toContain(`<@${buyer.id}>`);
		const byMember = await moderator.chatInput('claim lookup', { member: buyer.id }).answered();
		expect(readable(byMember)).toBe(readable(byCode));
		const unknown = await moderator.chatInput('claim lookup', { code: freshCode(stage) }).answered();
		expect(headline(unknown)).toContain('No purchase with this code');
		const nothing = await moderator.chatInput('claim lookup').answered();
		expect(headline(nothing)).toContain('a member or a code');
	});

	it('/claim release takes claim and role, tells the audit channel, and is undone with one button', async () => {
		const done = await change(moderator, 'release', { code, reason: 'refund agreed' });
		expect(headline(done)).toContain(`unlinked: <@${buyer.id}> · refund agreed`);
		await roleGone(buyer);
		expect(hasBuyerRole(stage, buyer)).toBe(false);
		await auditLine(stage, `<@${moderator.id}>`, `<@${buyer.id}>`, 'refund agreed');
		expect(auditChannel(stage)).not.toContain(code);

		const undone = await press(moderator, done, 'desk-undo');
		expect(headline(undone)).toContain('undone');
		await stage.discord.events.waitFor(
			'role-added',
			({ userId }) => userId === buyer.id && hasBuyerRole(stage, buyer),
		);
		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
	});

	it('lets somebody else claim a released code, and then undoes nothing', async () => {
		const done = await change(moderator, 'release', { member: buyer.id, reason: 'sold' });
		const next = stage.newPerson('Next');
		expect(headline(await verify(next, code))).toBe('✅ Purchase verified');
		expect(headline(await press(moderator, done, 'desk-undo'))).toContain('Something else has happened');
		expect(headline(await verify(buyer, code))).toBe('⛔ This code is in use');
	});

	it('/claim transfer hands claim and role over', async () => {
		const next = stage.newPerson('Next');
		await change(moderator, 'transfer', { code, to: next.id, reason: 'new account' });
		await Promise.all([roleGone(buyer), buyerRoleGiven(stage, next)]);
		expect(headline(await verify(next, code))).toBe('✅ Already verified');
		expect(headline(await verify(buyer, code))).toBe('⛔ This code is in use');
	});

	it('/claim lock keeps a claim as it is until /claim unlock', async () => {
		await change(moderator, 'lock', { code, reason: 'disputed' });
		expect(headline(await change(moderator, 'release', { code, reason: 'too soon' }))).toContain('locked');
		await buyerRoleGiven(stage, buyer);
		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
		await change(moderator, 'unlock', { code, reason: 'settled' });
		expect(headline(await change(moderator, 'release', { code, reason: 'now' }))).toContain('was unlinked');
	});

	it('asks which purchase is meant where a member has several, and does nothing when it is cancelled', async () => {
		await verify(buyer, freshCode(stage));
		const question = await moderator
			.chatInput('claim release', { member: buyer.id, reason: 'one of two' })
			.answered();
		const select = customIdOf(question, 'desk-choose');
		const values = [...readable(question).matchAll(/"value":"([^"]+)"/g)].map(([, value = '']) => value);
		expect(values).toHaveLength(2);
		const chosen = await moderator.selectMenu(question, select, values.slice(1)).answered();
		expect(headline(await press(moderator, chosen, 'desk-cancel'))).toBe('Nothing was changed.');
		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
	});

	it('carries a confirmed change out once, also when the bot was started again in between', async () => {
		const question = await moderator.chatInput('claim release', { code, reason: 'restart' }).answered();
		await bot.kill();
		await stage.startBot();
		const confirm = customIdOf(question, 'desk-confirm');
		const clicks = [moderator.clickButton(question, confirm), moderator.clickButton(question, confirm)];
		const refused = await Promise.any(clicks.map((click) => click.followedUp()));
		expect(refused.content).toContain('too old');
		for (const click of clicks) await click.edited(({ content }) => content.includes('was unlinked'));
		await roleGone(buyer);
		expect(auditChannel(stage).split('restart')).toHaveLength(2);
	});

	it('/claim recheck and /claim reconcile tell how things are', async () => {
		const checked = await moderator.chatInput('claim recheck', { code }).answered();
		expect(headline(checked)).toContain('valid');
		await buyerRoleGiven(stage, buyer);
		stage.guild.takeRole(buyer.id, stage.roles.buyer.id);
		const inLine = await moderator.chatInput('claim reconcile', { member: buyer.id }).answered();
		expect(headline(inLine)).toContain('in line');
		await buyerRoleGiven(stage, buyer);
	});

	it('refuses a buyer all of it, also where the server lets them send it', async () => {
		const commands: [string, Record<string, string>][] = [
			['whois', { member: buyer.id }],
			['claim lookup', { code }],
			['claim release', { code, reason: 'mine' }],
			['claim transfer', { code, to: buyer.id, reason: 'mine' }],
			['claim lock', { code, reason: 'mine' }],
			['claim unlock', { code, reason: 'mine' }],
			['claim recheck', { code }],
			['claim reconcile', { member: buyer.id }],
		];
		for (const [name, options] of commands) {
			expect(() => buyer.chatInput(name, options)).toThrow('may not use');
			expect(headline(await buyer.chatInput(name, options, all).answered())).toContain('Manage Roles');
		}
		expect(() => buyer.userContextMenu('Purchases', buyer.id)).toThrow('may not use');
		const menu = await buyer.userContextMenu('Purchases', buyer.id, all).answered();
		expect(headline(menu)).toContain('Manage Roles');
	});

	it('refuses the buttons to who is no moderator any more', async () => {
		const trainee = stage.discord.person(stage.guild, {
			name: 'Trainee',
			roleIds: [stage.roles.moderator.id],
		});
		const question = await trainee.chatInput('claim release', { code, reason: 'last day' }).answered();
		stage.guild.takeRole(trainee.id, stage.roles.moderator.id);
		expect(headline(await press(trainee, question, 'desk-confirm'))).toContain('Manage Roles');
		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
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

	it('let a team share a code of its licence type, and nobody more', async () => {
		const { admin } = stage.people;
		const page = await admin.chatInput('setup seats', { license: 'extended', members: 2 }).answered();
		expect(readable(page)).toContain('extended: 2 seats');
		const { code } = stage.marketplace.addPurchase({ licenceType: 'extended' });
		const [one, two, three] = ['One', 'Two', 'Three'].map((name) => stage.newPerson(name));
		if (one === undefined || two === undefined || three === undefined) throw new Error('Nobody came');
		expect(headline(await verify(one, code))).toBe('✅ Purchase verified');
		expect(headline(await verify(two, code))).toBe('✅ Purchase verified');
		expect(headline(await verify(three, code))).toBe('⛔ This code is in use');
		await auditLine(stage, `<@${admin.id}>`, 'up to 2 members');
	});

	it('are chosen on a page by who may manage the server, and by nobody else', async () => {
		const { admin, buyer } = stage.people;
		const page = await openSettings(admin, 'policy');
		expect(readable(page)).toContain('"value":"never","default":true');
		const changed = await admin.selectMenu(page, 'cc1:policy-unlinking', ['14']).answered();
		expect(readable(changed)).toContain('"value":"14","default":true');
		await auditLine(stage, 'free after 14 days');
		expect(readable(await admin.chatInput('setup policy').answered())).toContain(
			'"value":"14","default":true',
		);
		expect(readable(await admin.clickButton(page, 'cc1:setup').answered())).toContain('Buyer role');
		const refused = await buyer.chatInput('setup policy', {}, all).answered();
		expect(headline(refused)).toContain('Manage Server');
	});
});

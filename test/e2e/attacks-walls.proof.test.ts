import { join } from 'node:path';
import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, SecondServer, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServedGuildsStore } from '../../src/guilds/served-guilds-store.js';
import { openStore } from '../../src/storage/open.js';
import {
	askToUnlink,
	auditChannel,
	auditLine,
	buyerRoleGiven,
	change,
	check,
	customIdOf,
	forge,
	forgePress,
	freshCode,
	letUnlink,
	marketplaceCalls,
	openActForm,
	openPurchasePage,
	press,
	updateRoles,
	verify,
} from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const inUse = '⛔ This code is in use';

async function deleteData(person: Person): Promise<void> {
	const question = await press(person, await person.chatInput('privacy').answered(), 'privacy-delete');
	expect(readable(await press(person, question, 'privacy-erase'))).toContain('Deleted');
}

/** Unlinks the member's only purchase, as far as that is offered, and gives the answer. */
async function unlink(person: Person): Promise<APIMessage> {
	const page = await person.chatInput('purchases').answered();
	const question = await askToUnlink(person, page);
	return await press(person, question, 'purchases-let-go');
}

describe('home and another server, with the production bot', () => {
	let stage: Stage;
	let other: SecondServer;
	let both: Record<string, string>;
	let staff: Person;
	/** The same member of staff, who is staff in the other server too. */
	let staffElsewhere: Person;

	beforeAll(async () => {
		stage = await openStage();
		other = stage.secondServer();
		both = { DISCORD_GUILD_ID: `${stage.guild.id},${other.guild.id}` };
		// The version before read this as the other server's decision on who may hold a code.
		const store = await openStore(`sqlite://${join(stage.folder, 'claims.sqlite')}`, () => {}, {
			create: true,
		});
		await store.compareAndSet(`settings:${other.guild.id}`, undefined, {
			v: 1,
			buyerRoleId: other.roles.buyer.id,
			auditChannelId: other.channels.audit,
			itemRoles: {},
			categoryRoles: {},
			licenceRoles: {},
			unlinking: { kind: 'after-days', days: 0 },
			seats: { regular: 50, extended: 50 },
		});
		await store.close();
		await register(stage, both);
		await stage.startBot(both);
		staff = stage.people.moderator;
		staffElsewhere = stage.discord.person(other.guild, {
			id: staff.id,
			roleIds: [other.roles.moderator.id],
		});
	});
	afterAll(() => stage?.close());

	/** A member of both servers, at home and elsewhere. */
	const inBoth = (name: string): [Person, Person] => {
		const home = stage.newPerson(name);
		return [home, stage.discord.person(other.guild, { id: home.id })];
	};
	const roleEvent = (type: 'role-added' | 'role-removed', person: Person, roleId: string) =>
		stage.discord.events.waitFor(
			type,
			(event) => event.userId === person.id && event.roleId === roleId,
			30_000,
		);
	const audited = (channelId: string): string =>
		stage.discord.events
			.all('message-created')
			.filter(({ message }) => message.channel_id === channelId)
			.map(({ message }) => message.content)
			.join('\n');

	it('attack 2: seats of another server let no other member hold a code that is held', async () => {
		const code = freshCode(stage);
		await verify(stage.newPerson('Maya'), code);
		const { admin } = other.people;
		for (const [name, options] of [
			['setup seats', { license: 'regular', members: 50 }],
			['setup policy', {}],
		] as const) {
			expect(headline(await admin.chatInput(name, options).answered())).toContain('home server');
		}
		const typed = { name: 'license', value: '' };
		expect(await admin.autocomplete('setup seats', typed, { members: 5 }).suggested()).toEqual([]);
		expect(readable(await admin.chatInput('setup server').answered())).not.toContain('"value":"policy"');
		const { verify: channel } = other.channels;
		for (const [id, value] of [['cc1:policy'], ['cc1:policy-unlinking', '0']] as const) {
			expect(headline(await forge(stage, admin, channel, id, value))).toContain('home server');
		}

		const friend = other.people.member;
		expect(headline(await verify(friend, code))).toBe(inUse);
		const friendAtHome = stage.discord.person(stage.guild, { id: friend.id });
		expect(headline(await verify(friendAtHome, code))).toBe(inUse);
	});

	it('attack 3: nothing that is done in another server changes a purchase at home', async () => {
		const [home, elsewhere] = inBoth('Nia');
		const code = freshCode(stage);
		await verify(home, code);
		await buyerRoleGiven(stage, home);
		// Showing it is what gives it there, and nothing else.
		await updateRoles(other.people.moderator, home);
		expect(elsewhere.roleIds).not.toContain(other.roles.buyer.id);
		const asked = marketplaceCalls(stage, 'purchases/validation');
		expect(headline(await verify(elsewhere, code))).toBe('✅ Already verified');
		expect(marketplaceCalls(stage, 'purchases/validation')).toBe(asked);
		await roleEvent('role-added', elsewhere, other.roles.buyer.id);
		// To that server's staff it is new: they don't learn where else it was verified.
		const { message } = await stage.discord.events.waitFor(
			'message-created',
			(event) => event.message.channel_id === other.channels.audit && event.message.content.includes(home.id),
		);
		expect(message.content).toMatch(new RegExp(`<@${home.id}>( \\(.+\\))? verified`));

		const locked = await change(staff, 'lock', { code, reason: 'disputed at home' });
		expect(readable(locked)).toContain('locked');
		const undo = customIdOf(locked, 'desk-undo');
		const undone = await forge(stage, staffElsewhere, other.channels.verify, undo);
		expect(headline(undone)).toContain('no longer in this server');
		for (const person of [other.people.moderator, other.people.admin, staffElsewhere]) {
			const page = await openPurchasePage(person, { code });
			expect(readable(page)).not.toContain('cc1:desk-acts');
			const act = customIdOf(await openPurchasePage(staff, { code }), 'desk-acts');
			const opened = await forgePress(stage, person, other.channels.verify, act, 'unlock');
			await opened.modalOpened();
			const sent = await person.submitModal(opened, { reason: 'mine' }).answered();
			expect(headline(sent)).toContain('no longer in this server');
		}
		const held = await openPurchasePage(staff, { code });
		expect(readable(held)).not.toContain('"value":"unlink"');

		// A member takes it out of that server alone, whatever was chosen there, and a lock is no matter of it.
		const left = await unlink(elsewhere);
		expect(headline(left)).toContain('Unlinked');
		await roleEvent('role-removed', elsewhere, other.roles.buyer.id);
		expect(headline(await verify(stage.newPerson('Thief'), code))).toBe(inUse);
		expect(headline(await verify(home, code))).toBe('✅ Already verified');
		await buyerRoleGiven(stage, home);
		expect(auditChannel(stage)).not.toContain('mine');
	});

	it('attack 5: another server’s staff see what was shown there, and nothing of home', async () => {
		const [home, elsewhere] = inBoth('Zoe');
		const { code } = stage.marketplace.addPurchase({ supportedUntil: Date.now() + 86_400_000 });
		await verify(home, code);
		const unknown = headline(
			await other.people.moderator.chatInput('whois', { code: freshCode(stage) }).answered(),
		);
		const heldElsewhere = await other.people.moderator.chatInput('whois', { code }).answered();
		expect(headline(heldElsewhere)).toBe(unknown);
		const nothing = await other.people.moderator.chatInput('whois', { member: home.id }).answered();
		expect(readable(nothing)).not.toContain(code.slice(-4));

		await verify(elsewhere, code);
		stage.marketplace.extendSupport(code, Date.now() + 400 * 86_400_000);
		expect(readable(await check(staff, code))).toContain('✅ Valid');
		await change(staff, 'lock', { code, reason: 'a reason of home' });
		const there = await other.people.moderator.chatInput('whois', { code }).answered();
		expect(readable(there)).toContain(`••••${code.slice(-4)}`);
		for (const shown of [
			there,
			await other.people.moderator.chatInput('whois', { member: home.id }).answered(),
			await press(other.people.moderator, there, 'desk-history'),
		]) {
			const text = readable(shown);
			expect(text).toContain(home.id);
			for (const secret of [
				staff.id,
				'a reason of home',
				'locked',
				'🔒',
				'support changed',
				stage.guild.id,
			]) {
				expect(text).not.toContain(secret);
			}
		}
		const atHome = await staff.chatInput('whois', { code }).answered();
		expect(readable(await press(staff, atHome, 'desk-history'))).toContain('a reason of home');
	});

	it('notifies home of who and why, and another server only that a purchase no longer counts there', async () => {
		const [home, elsewhere] = inBoth('Ola');
		const code = freshCode(stage);
		// First shown elsewhere: it gives nothing at home, and home's staff decide about it all the same.
		expect(headline(await verify(elsewhere, code))).toBe('✅ Purchase verified');
		await roleEvent('role-added', elsewhere, other.roles.buyer.id);
		expect(home.roleIds).not.toContain(stage.roles.buyer.id);
		expect(readable(await change(staff, 'unlink', { code, reason: 'refund at home' }))).toContain(
			'unlinked **',
		);
		await roleEvent('role-removed', elsewhere, other.roles.buyer.id);
		await auditLine(stage, `<@${staff.id}>`, `<@${home.id}>`, 'refund at home');
		await stage.discord.events.waitFor(
			'message-created',
			({ message }) =>
				message.channel_id === other.channels.audit && message.content.includes('no longer counts'),
		);
		expect(audited(other.channels.audit)).not.toContain('refund at home');
		expect(audited(other.channels.audit)).not.toContain(staff.id);
	});

	it('attack 13: an old undo brings nothing back after another change', async () => {
		const buyer = stage.newPerson('Uma');
		const code = freshCode(stage);
		await verify(buyer, code);
		const locked = await change(staff, 'lock', { code, reason: 'first' });
		await change(staff, 'unlock', { code, reason: 'second' });
		expect(headline(await press(staff, locked, 'desk-undo'))).toContain('has changed since then');
	});

	it('attack 14: what a member has deleted is not brought back by an undo', async () => {
		const [from, to] = [stage.newPerson('From'), stage.newPerson('To')];
		const code = freshCode(stage);
		await verify(from, code);
		const moved = await change(staff, 'move', { code, to: to.id, reason: 'new account' });
		await deleteData(to);
		expect(headline(await press(staff, moved, 'desk-undo'))).toContain('has changed since then');
		expect(readable(await to.chatInput('privacy').answered())).not.toMatch(/\d purchases?\*\* ·/);
		expect(headline(await verify(from, code))).toBe(inUse);
	});

	it('attack 19: a code that was unlinked is kept for its holder until its day', async () => {
		const { admin } = stage.people;
		const [holder, friend] = [stage.newPerson('Holder'), stage.newPerson('Friend')];
		const code = freshCode(stage);
		await verify(holder, code);
		await letUnlink(admin, 1);
		expect(headline(await unlink(holder))).toContain('Unlinked');
		expect(headline(await verify(friend, code))).toBe(inUse);
		expect(headline(await verify(holder, code))).toBe('✅ Purchase verified');
		await letUnlink(admin, 0);
		await unlink(holder);
		expect(headline(await verify(friend, code))).toBe('✅ Purchase verified');
	});

	it('deletes in every server what is stored about a member', async () => {
		const [home, elsewhere] = inBoth('Ida');
		const [one, two] = [freshCode(stage), freshCode(stage)];
		await verify(home, one);
		await verify(elsewhere, two);
		// Roles that were never given would never be removed.
		await roleEvent('role-added', home, stage.roles.buyer.id);
		await roleEvent('role-added', elsewhere, other.roles.buyer.id);
		expect(readable(await elsewhere.chatInput('privacy').answered())).toContain('2 purchases');
		await deleteData(elsewhere);
		await roleEvent('role-removed', home, stage.roles.buyer.id);
		await roleEvent('role-removed', elsewhere, other.roles.buyer.id);
		for (const code of [one, two]) {
			expect(headline(await verify(stage.newPerson('Friend'), code))).toBe(inUse);
		}
	});
});

describe('a home that moves, with the production bot', () => {
	let stage: Stage;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		await stage.startBot();
	});
	afterAll(() => stage?.close());

	it('attack 11: carries nothing out whose form was open before', async () => {
		const { moderator } = stage.people;
		const buyer = stage.newPerson('Maya');
		const code = freshCode(stage);
		await verify(buyer, code);
		const locked = await change(moderator, 'lock', { code, reason: 'before' });
		const form = await openActForm(moderator, await openPurchasePage(moderator, { code }), 'unlock');
		const store = await openStore(`sqlite://${join(stage.folder, 'claims.sqlite')}`, () => {});
		const notes = new ServedGuildsStore(store);
		await notes.moveHome(stage.secondServer().guild.id);
		const sent = await moderator.submitModal(form, { reason: 'too late' }).answered();
		expect(headline(sent)).toContain('no longer in this server');
		expect(headline(await press(moderator, locked, 'desk-undo'))).toContain('no longer in this server');
		expect(auditChannel(stage)).not.toContain('too late');
		await store.close();
	});
});

describe('two processes, with the production bot', () => {
	let stage: Stage;
	let bots: RunningBot[];

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		bots = await Promise.all([stage.startProcess(), stage.startProcess()]);
	});
	afterAll(() => stage?.close());

	it('attack 9: carry a form that is sent twice out once', async () => {
		const { moderator } = stage.people;
		const code = freshCode(stage);
		await verify(stage.newPerson('Buyer'), code);
		const form = await openActForm(moderator, await openPurchasePage(moderator, { code }), 'unlink');
		await Promise.all([1, 2].map(() => moderator.submitModal(form, { reason: 'once only' }).answered()));
		await auditLine(stage, 'once only');
		expect(auditChannel(stage).split('once only')).toHaveLength(2);
		expect(bots.every(({ isRunning }) => isRunning)).toBe(true);
	});
});

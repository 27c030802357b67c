import type { Overwrite, Role } from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	auditChannel,
	auditLine,
	buyerRoleGiven,
	change,
	chooseSetting,
	freshCode,
	openActForm,
	openPurchasePage,
	press,
	updateRoles,
	verify,
} from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const force = { force: true };
const { Administrator, BanMembers, ManageGuild, ManageRoles, ViewChannel } = PermissionFlagsBits;

let stage: Stage;
let bot: RunningBot;

beforeAll(async () => {
	stage = await openStage();
	await register(stage);
	bot = await stage.startBot();
});
afterAll(() => stage?.close());

/** Resolves when the bot has given the person the role, which may have been before. */
async function roleGiven(person: Person, roleId: string): Promise<void> {
	await stage.discord.events.waitFor(
		'role-added',
		(event) => event.userId === person.id && event.roleId === roleId,
	);
}

/** Lets a member have any permissions in one channel. */
function overwriteFor(person: Person, allow: bigint): Overwrite {
	return { id: person.id, type: 1, allow, deny: 0n };
}

describe('no moderator grants what they could not grant in Discord', () => {
	let manager: Person;

	beforeAll(() => {
		const lead = stage.guild.addRole({ name: 'Lead', permissions: ManageGuild | ManageRoles, position: 4 });
		manager = stage.discord.person(stage.guild, { name: 'Lead', roleIds: [lead.id] });
	});

	const setup = (person: Person) => person.chatInput('setup server').answered();

	it('attack 22: a harmless role that is given Ban Members is withheld, reported once, and taken away as before', async () => {
		const role = stage.guild.addRole({ name: 'Item' });
		const { item, code } = stage.marketplace.addPurchase();
		await manager.chatInput('setup item', { item: String(item.id), role: role.id }).answered();
		const early = stage.newPerson('Early');
		await verify(early, code);
		await roleGiven(early, role.id);

		stage.guild.setRolePermissions(role.id, BanMembers);
		const late = stage.newPerson('Late');
		await verify(late, stage.marketplace.addPurchase({ itemId: item.id }).code);
		await buyerRoleGiven(stage, late);
		const later = stage.newPerson('Later');
		await verify(later, stage.marketplace.addPurchase({ itemId: item.id }).code);
		await buyerRoleGiven(stage, later);
		const alert = await auditLine(stage, role.id, 'it has elevated permissions');
		expect(alert).toContain('/setup server');
		expect(late.roleIds).not.toContain(role.id);
		expect(later.roleIds).not.toContain(role.id);
		expect(auditChannel(stage).split('it has elevated permissions')).toHaveLength(2);

		await change(manager, 'unlink', { code, reason: 'sold' });
		await stage.discord.events.waitFor(
			'role-removed',
			({ userId, roleId }) => userId === early.id && roleId === role.id,
		);

		// Confirmed on the page of the set-up, it is given to those who wait.
		const page = await setup(manager);
		const asked = await press(manager, page, 'setup-powers');
		expect(readable(asked)).toContain('would give every buyer: **Ban Members**');
		await press(manager, asked, 'setup-use');
		await roleGiven(late, role.id);
		await roleGiven(later, role.id);
	});

	it('attack 24: a role that moderators hold is managed only after it was said who may lose it', async () => {
		const { item, code } = stage.marketplace.addPurchase({ licenceType: 'regular' });
		const crew = stage.guild.addRole({ name: 'Crew', position: 1 });
		const volunteer = stage.discord.person(stage.guild, { name: 'Vera', roleIds: [crew.id] });
		await verify(volunteer, code);
		await buyerRoleGiven(stage, volunteer);
		const other = stage.marketplace.items.find(({ id }) => id !== item.id);
		if (other === undefined) throw new Error('Only one item is for sale');
		const asked = await manager.chatInput('setup item', { item: String(other.id), role: crew.id }).answered();
		expect(readable(asked)).toContain(`1 member already has <@&${crew.id}>`);
		expect(readable(asked)).toContain('lose it');
		await updateRoles(manager, volunteer);
		expect(volunteer.roleIds).toContain(crew.id);

		await press(manager, asked, 'setup-use');
		await stage.discord.events.waitFor(
			'role-removed',
			({ userId, roleId }) => userId === volunteer.id && roleId === crew.id,
		);
	});
});

describe('rights are the server’s', () => {
	let buyer: Person;
	let code: string;

	beforeAll(async () => {
		buyer = stage.newPerson('Buyer');
		code = freshCode(stage);
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
	});

	it('attack 6: rights by an overwrite in one channel are no rights in the server', async () => {
		const ticket = stage.guild.addChannel({ name: 'ticket' });
		const mallory = stage.newPerson('Mallory');
		stage.guild.setOverwrites(ticket.id, [overwriteFor(mallory, Administrator | ManageGuild | ManageRoles)]);
		const there = { ...force, channelId: ticket.id };
		const tries: [string, Record<string, string | number>, string][] = [
			['whois', { member: buyer.id }, 'Manage Roles'],
			['whois', { code }, 'Manage Roles'],
			['setup server', {}, 'Manage Server'],
			['setup policy', {}, 'Manage Server'],
			['setup seats', { license: 'regular', members: 5 }, 'Manage Server'],
			['panel', { channel: ticket.id }, 'Manage Server'],
			['stats', {}, 'Manage Server'],
			['doctor', {}, 'Manage Server'],
			['account', {}, 'administrators'],
		];
		for (const [name, options, refusal] of tries) {
			const answer = await mallory.chatInput(name, options, there).answered();
			expect(headline(answer), name).toContain(refusal);
		}
		const menu = await mallory.userContextMenu('Purchases', buyer.id, there).answered();
		expect(headline(menu)).toContain('Manage Roles');
		expect(readable(menu)).not.toContain(code.slice(-4));
		await buyerRoleGiven(stage, buyer);
		expect(auditChannel(stage)).not.toContain(mallory.id);
	});

	it('attack 6: the owner and a role of the server keep their rights, whatever a channel denies', async () => {
		const { moderator } = stage.people;
		const quiet = stage.guild.addChannel({ name: 'quiet' });
		stage.guild.setOverwrites(quiet.id, [{ ...overwriteFor(moderator, 0n), deny: ManageRoles }]);
		const shown = await moderator
			.chatInput('whois', { member: buyer.id }, { channelId: quiet.id })
			.answered();
		expect(readable(shown)).toContain(code.slice(-4));
	});

	it('attack 7: who is timed out sends no form, undoes and chooses nothing, and an administrator does', async () => {
		const role = stage.guild.addRole({ name: 'Lead', permissions: ManageRoles | ManageGuild, position: 3 });
		const lead = stage.discord.person(stage.guild, { name: 'Lead', roleIds: [role.id] });
		const done = await change(lead, 'lock', { code, reason: 'for the undo' });
		const form = await openActForm(lead, await openPurchasePage(lead, { code }), 'unlock');
		const page = await lead.chatInput('setup policy').answered();

		stage.guild.timeOut(lead.id, Date.now() + 60_000);
		const sent = await lead.submitModal(form, { reason: 'why not' }, force).answered();
		expect(headline(sent)).toContain('Manage Roles');
		expect(headline(await press(lead, done, 'desk-undo', force))).toContain('Manage Roles');
		const chosen = await lead.selectMenu(page, 'cc1:policy-unlinking', ['7'], force).answered();
		expect(headline(chosen)).toContain('Manage Server');
		expect(readable(await stage.people.admin.chatInput('setup policy').answered())).toContain(
			'"value":"never","default":true',
		);

		const { admin } = stage.people;
		stage.guild.timeOut(admin.id, Date.now() + 60_000);
		const looked = await admin.chatInput('whois', { code }).answered();
		expect(readable(looked)).toContain(code.slice(-4));
		stage.guild.timeOut(lead.id, undefined);
		expect(headline(await press(lead, done, 'desk-undo'))).toContain('Undone by');
	});

	it('attack 8: a form is not carried out for who has lost the right meanwhile', async () => {
		const role = stage.guild.addRole({ name: 'Trainee', permissions: ManageRoles });
		const trainee = stage.discord.person(stage.guild, { name: 'Trainee', roleIds: [role.id] });
		const form = await openActForm(trainee, await openPurchasePage(trainee, { code }), 'unlink');
		const send = () => trainee.submitModal(form, { reason: 'last day' }).answered();
		stage.guild.setRolePermissions(role.id, 0n);
		expect(headline(await send())).toContain('Manage Roles');
		stage.guild.setRolePermissions(role.id, ManageRoles);
		stage.guild.takeRole(trainee.id, role.id);
		expect(headline(await send())).toContain('Manage Roles');
		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
	});
});

describe('staff roles', () => {
	let staff: Role;
	let supporter: Person;
	let buyer: Person;
	let code: string;

	beforeAll(async () => {
		staff = stage.guild.addRole({ name: 'Supporter' });
		supporter = stage.discord.person(stage.guild, { name: 'Sam', roleIds: [staff.id] });
		buyer = stage.newPerson('Buyer');
		code = freshCode(stage);
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
	});

	const pick = chooseSetting;
	const lookUp = async () => readable(await supporter.chatInput('whois', { code }, force).answered());

	it('are chosen by an administrator, and open the staff’s commands to who has one, and no more', async () => {
		expect(await lookUp()).toContain('Manage Roles');
		const role = stage.guild.addRole({ name: 'Lead', permissions: ManageGuild | ManageRoles, position: 4 });
		const lead = stage.discord.person(stage.guild, { name: 'Lead', roleIds: [role.id] });
		expect(readable(await pick(lead, 'setup-set:staff', staff.id))).toContain(
			'Only administrators can choose staff roles',
		);
		expect(await lookUp()).toContain('Manage Roles');

		expect(readable(await pick(stage.people.admin, 'setup-set:staff', staff.id))).toContain('Saved.');
		await auditLine(stage, `<@${stage.people.admin.id}>`, 'set staff roles to', staff.id);
		expect(await lookUp()).toContain(code.slice(-4));
		const shown = await supporter.chatInput('whois', { member: buyer.id }, force).answered();
		expect(readable(shown)).toContain(code.slice(-4));
		const menu = await supporter.userContextMenu('Purchases', buyer.id, force).answered();
		expect(readable(menu)).toContain(code.slice(-4));
		const done = await change(supporter, 'lock', { code, reason: 'asked' }, force);
		expect(headline(await press(supporter, done, 'desk-undo'))).toContain('Undone by');
		for (const [name, options] of [
			['setup server', {}],
			['panel', { channel: stage.channels.verify }],
			['doctor', {}],
		] as const) {
			expect(headline(await supporter.chatInput(name, options, force).answered())).toContain('Manage Server');
		}
	});
});

describe('attack 25: a staff role that became void', () => {
	it('counts for nothing: given by the bot, or chosen by members', async () => {
		const staff = stage.guild.addRole({ name: 'Helper' });
		const helper = stage.discord.person(stage.guild, { name: 'Hal', roleIds: [staff.id] });
		const code = freshCode(stage);
		await chooseSetting(stage.people.admin, 'setup-set:staff', staff.id);
		const lookUp = async () => headline(await helper.chatInput('whois', { code }, force).answered());
		expect(await lookUp()).toContain('Valid and available');
		// The environment names what /setup would have refused.
		await bot.stop();
		bot = await stage.startBot({ BUYER_ROLE_ID: staff.id });
		expect(await lookUp()).toContain('Manage Roles');
		await bot.stop();
		stage.guild.onboardingRoleIds = [staff.id];
		bot = await stage.startBot();
		expect(await lookUp()).toContain('Manage Roles');
	});
});

describe('the audit channel', () => {
	const linesIn = (channelId: string): string =>
		stage.discord.events
			.all('message-created')
			.filter(({ message }) => message.channel_id === channelId)
			.map(({ message }) => message.content)
			.join('\n');
	const lineIn = (channelId: string, part: string) =>
		stage.discord.events.waitFor(
			'message-created',
			({ message }) => message.channel_id === channelId && message.content.includes(part),
		);

	it('attack 26: a channel of another server is not written to, neither by a choice nor by what is stored', async () => {
		const other = stage.discord.createGuild({ name: 'Elsewhere' });
		const spy = other.addChannel({ name: 'spy' });
		// The environment stands for a row that an attacker has written into the store.
		await bot.stop();
		bot = await stage.startBot({ AUDIT_CHANNEL_ID: spy.id });
		const buyer = stage.newPerson('Buyer');
		await verify(buyer, freshCode(stage));
		await bot.logged('The audit channel cannot be written to');
		expect(linesIn(spy.id)).toBe('');
		await bot.stop();
		bot = await stage.startBot();
	});

	it('attack 27: moved or switched off, its last line is in the old channel, and also in the new one', async () => {
		const { admin } = stage.people;
		const denied = { id: stage.guild.id, type: 0, allow: 0n, deny: ViewChannel } as const;
		const forBot = { ...denied, id: stage.guild.botRole.id, allow: ViewChannel, deny: 0n };
		const quiet = stage.guild.addChannel({ name: 'quiet', overwrites: [denied, forBot] });
		const open = stage.guild.addChannel({ name: 'open' });
		const pick = (...ids: string[]) => chooseSetting(admin, 'setup-set:audit', ...ids);

		await pick(quiet.id);
		await lineIn(stage.channels.audit, `set the audit channel to <#${quiet.id}>`);
		await lineIn(quiet.id, `set the audit channel to <#${quiet.id}>`);

		const asked = await pick(open.id);
		expect(readable(asked)).toContain(`Everyone in this server can read <#${open.id}>`);
		await press(admin, asked, 'setup-use');
		await lineIn(quiet.id, `set the audit channel to <#${open.id}>`);
		await lineIn(open.id, `set the audit channel to <#${open.id}>`);

		await pick();
		await lineIn(open.id, 'turned off the audit channel');
	});
});

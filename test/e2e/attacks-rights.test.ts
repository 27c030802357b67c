import type { Overwrite } from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import { PermissionFlagsBits } from 'discord.js';
import { beforeAll, describe, expect, it } from 'vitest';
import {
	addItemRule,
	auditChannel,
	auditLine,
	buyerRoleGiven,
	change,
	chooseSetting,
	freshCode,
	newHolder,
	openActForm,
	press,
	roleGiven,
	roleTaken,
	verify,
} from './acts.js';
import { sharedStage } from './own-stage.js';
import { headline, readable } from './reading.js';

const force = { force: true };
const { Administrator, BanMembers, ManageGuild, ManageRoles } = PermissionFlagsBits;

const stage = await sharedStage();
let bot = await stage.startBot();
await bot.logged('Loaded the items');

/** Gives a member any permissions in one channel. */
function overwriteFor(person: Person, allow: bigint): Overwrite {
	return { id: person.id, type: 1, allow, deny: 0n };
}

it('attack 22: a harmless role that later gets Ban Members is withheld, reported once, and still removed', async () => {
	const lead = stage.guild.addRole({ name: 'Lead', permissions: ManageGuild | ManageRoles, position: 4 });
	const manager = stage.discord.person(stage.guild, { name: 'Lead', roleIds: [lead.id] });
	const role = stage.guild.addRole({ name: 'Item' });
	const { item, code } = stage.marketplace.addPurchase();
	await addItemRule(manager, item, role.id);
	const early = stage.newPerson('Early');
	await verify(early, code);
	await roleGiven(stage, early, role.id);

	stage.guild.setRolePermissions(role.id, BanMembers);
	const late = stage.newPerson('Late');
	await verify(late, stage.marketplace.addPurchase({ itemId: item.id }).code);
	await buyerRoleGiven(stage, late);
	const alert = await auditLine(stage, role.id, 'it has elevated permissions');
	expect(alert).toContain('/setup server');
	expect(late.roleIds).not.toContain(role.id);
	expect(auditChannel(stage).split('it has elevated permissions')).toHaveLength(2);

	await change(manager, 'unlink', { code, reason: 'sold' });
	await roleTaken(stage, early, role.id);

	// Once it is confirmed on the setup page, waiting members get it.
	const page = await manager.chatInput('setup server').answered();
	const asked = await press(manager, page, 'setup-use');
	expect(readable(asked)).toContain('would give every buyer: **Ban Members**');
	await press(manager, asked, 'setup-use');
	await roleGiven(stage, late, role.id);
});
describe('attacks with missing permissions', () => {
	let buyer: Person;
	let code: string;
	beforeAll(async () => {
		({ holder: buyer, code } = await newHolder(stage));
	});

	it('attack 6: permissions from an overwrite in one channel don’t count in the server', async () => {
		const ticket = stage.guild.addChannel({ name: 'ticket' });
		const mallory = stage.newPerson('Mallory');
		stage.guild.setOverwrites(ticket.id, [overwriteFor(mallory, Administrator | ManageGuild | ManageRoles)]);
		const there = { ...force, channelId: ticket.id };
		const tries: [string, Record<string, string | number>, string][] = [
			['whois', { member: buyer.id }, 'Manage Roles'],
			['setup server', {}, 'Manage Server'],
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

	it('attacks 7 and 8: a form isn’t processed if the member has lost the permission meanwhile, or is timed out', async () => {
		const role = stage.guild.addRole({ name: 'Trainee', permissions: ManageRoles });
		const trainee = stage.discord.person(stage.guild, { name: 'Trainee', roleIds: [role.id] });
		const page = await trainee.chatInput('whois', { code }).answered();
		const form = await openActForm(trainee, page, 'unlink');
		const send = async () =>
			headline(await trainee.submitModal(form, { reason: 'last day' }, force).answered());
		stage.guild.timeOut(trainee.id, Date.now() + 60_000);
		expect(await send()).toContain('Manage Roles');
		stage.guild.timeOut(trainee.id, undefined);
		stage.guild.setRolePermissions(role.id, 0n);
		expect(await send()).toContain('Manage Roles');
		stage.guild.setRolePermissions(role.id, ManageRoles);
		stage.guild.takeRole(trainee.id, role.id);
		expect(await send()).toContain('Manage Roles');
		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
		const { admin } = stage.people;
		stage.guild.timeOut(admin.id, Date.now() + 60_000);
		expect(readable(await admin.chatInput('whois', { code }).answered())).toContain(code.slice(-4));
		stage.guild.timeOut(admin.id, undefined);
	});
});

/** The environment stands in for a row that an attacker wrote into the store. */
const spy = stage.discord.createGuild({ name: 'Elsewhere' }).addChannel({ name: 'spy' });

it('attack 25: a staff role opens staff commands, can be chosen only by administrators, and is ignored if members can pick it themselves', async () => {
	const staff = stage.guild.addRole({ name: 'Supporter' });
	const supporter = stage.discord.person(stage.guild, { name: 'Sam', roleIds: [staff.id] });
	const { holder: buyer, code } = await newHolder(stage);
	const lookUp = async () => readable(await supporter.chatInput('whois', { code }, force).answered());
	const role = stage.guild.addRole({ name: 'Lead', permissions: ManageGuild | ManageRoles, position: 4 });
	const lead = stage.discord.person(stage.guild, { name: 'Lead', roleIds: [role.id] });
	expect(readable(await chooseSetting(lead, 'setup-set:staff', staff.id))).toContain(
		'Only administrators can choose staff roles',
	);
	expect(await lookUp()).toContain('Manage Roles');

	expect(readable(await chooseSetting(stage.people.admin, 'setup-set:staff', staff.id))).toContain('Saved.');
	await auditLine(stage, `<@${stage.people.admin.id}>`, 'changed **Staff roles**', staff.id);
	expect(await lookUp()).toContain(code.slice(-4));
	const menu = await supporter.userContextMenu('Purchases', buyer.id, force).answered();
	expect(readable(menu)).toContain(code.slice(-4));
	const done = await change(supporter, 'lock', { code, reason: 'asked' }, force);
	expect(headline(await press(supporter, done, 'desk-undo'))).toContain('Undone by');
	expect(headline(await supporter.chatInput('setup server', {}, force).answered())).toContain(
		'Manage Server',
	);

	await bot.stop();
	stage.guild.onboardingRoleIds = [staff.id];
	bot = await stage.startBot({ AUDIT_CHANNEL_ID: spy.id });
	expect(await lookUp()).toContain('Manage Roles');
});

it('attack 26: the audit channel of another server is not written to', async () => {
	await verify(stage.newPerson('Buyer'), freshCode(stage));
	await bot.logged('The audit channel cannot be written to');
	const sent = stage.discord.events.all('message-created');
	expect(sent.filter(({ message }) => message.channel_id === spy.id)).toEqual([]);
});

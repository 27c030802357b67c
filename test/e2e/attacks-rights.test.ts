import { type APIMessage, PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Overwrite } from '../../src/sandbox/discord/permissions.js';
import type { Person } from '../../src/sandbox/discord/person.js';
import { Stage } from '../../src/sandbox/stage.js';
import { auditChannel, buyerRoleGiven, freshCode, hasBuyerRole, verify } from './acts.js';
import { headline, readable } from './reading.js';

const force = { force: true };
const { Administrator, ManageGuild, ManageRoles } = PermissionFlagsBits;

/** The custom_id of a button or select of this name on a message. */
function idOf(message: APIMessage, name: string): string {
	const id = new RegExp(`"custom_id":"(cc1:${name}(?::[^"]*)?)"`).exec(readable(message))?.[1];
	if (id === undefined) throw new Error(`There is no ${name} on: ${readable(message)}`);
	return id;
}

const press = (person: Person, message: APIMessage, name: string): Promise<APIMessage> =>
	person.clickButton(message, idOf(message, name)).answered();

/** Lets a member have any permissions in one channel. */
function overwriteFor(person: Person, allow: bigint): Overwrite {
	return { id: person.id, type: 1, allow, deny: 0n };
}

describe('rights are the server’s, with the production bot', () => {
	let stage: Stage;
	let buyer: Person;
	let code: string;

	beforeAll(async () => {
		stage = await Stage.open();
		await stage.register();
		await stage.startBot();
		buyer = stage.newPerson('Buyer');
		code = freshCode(stage);
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
	});
	afterAll(() => stage?.close());

	it('attack 6: rights by an overwrite in one channel are nobody’s rights in the server', async () => {
		const ticket = stage.guild.addChannel({ name: 'ticket' });
		const mallory = stage.newPerson('Mallory');
		stage.guild.setOverwrites(ticket.id, [overwriteFor(mallory, Administrator | ManageGuild | ManageRoles)]);
		const there = { ...force, channelId: ticket.id };
		const tries: [string, Record<string, string | number>, string][] = [
			['whois', { member: buyer.id }, 'Manage Roles'],
			['claim lookup', { code }, 'Manage Roles'],
			['claim transfer', { code, to: mallory.id, reason: 'mine' }, 'Manage Roles'],
			['claim release', { code, reason: 'mine' }, 'Manage Roles'],
			['claim reconcile', { member: buyer.id }, 'Manage Roles'],
			['setup server', {}, 'Manage Server'],
			['setup policy', {}, 'Manage Server'],
			['setup seats', { licence: 'regular', members: 5 }, 'Manage Server'],
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
		expect(hasBuyerRole(stage, buyer)).toBe(true);
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

	it('attack 7: who is timed out confirms, undoes and chooses nothing, and an administrator does', async () => {
		const role = stage.guild.addRole({ name: 'Lead', permissions: ManageRoles | ManageGuild, position: 3 });
		const lead = stage.discord.person(stage.guild, { name: 'Lead', roleIds: [role.id] });
		const question = await lead.chatInput('claim lock', { code, reason: 'why not' }).answered();
		const other = await lead.chatInput('claim lock', { code, reason: 'for the undo' }).answered();
		const done = await press(lead, other, 'desk-confirm');
		const page = await lead.chatInput('setup policy').answered();

		stage.guild.timeOut(lead.id, Date.now() + 60_000);
		expect(headline(await press(lead, question, 'desk-confirm'))).toContain('Manage Roles');
		expect(headline(await press(lead, done, 'desk-undo'))).toContain('Manage Roles');
		const chosen = await lead.selectMenu(page, 'cc1:policy-unlinking', ['0']).answered();
		expect(headline(chosen)).toContain('Manage Server');
		expect(readable(await stage.people.admin.chatInput('setup policy').answered())).toContain(
			'"value":"never","default":true',
		);

		const { admin } = stage.people;
		stage.guild.timeOut(admin.id, Date.now() + 60_000);
		const looked = await admin.chatInput('claim lookup', { code }).answered();
		expect(readable(looked)).toContain(code.slice(-4));
		stage.guild.timeOut(lead.id, undefined);
		expect(headline(await press(lead, done, 'desk-undo'))).toContain('undone');
	});

	it('attack 8: a proposal is not carried out for who has lost the right meanwhile', async () => {
		const role = stage.guild.addRole({ name: 'Trainee', permissions: ManageRoles });
		const trainee = stage.discord.person(stage.guild, { name: 'Trainee', roleIds: [role.id] });
		const mine = await trainee.chatInput('claim release', { code, reason: 'last day' }).answered();
		const again = await trainee.chatInput('claim release', { code, reason: 'last day' }).answered();
		stage.guild.setRolePermissions(role.id, 0n);
		expect(headline(await press(trainee, mine, 'desk-confirm'))).toContain('Manage Roles');
		stage.guild.setRolePermissions(role.id, ManageRoles);
		stage.guild.takeRole(trainee.id, role.id);
		expect(headline(await press(trainee, again, 'desk-confirm'))).toContain('Manage Roles');
		expect(headline(await verify(buyer, code))).toBe('Welcome back');
	});
});

import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditChannel, auditLine, forge, freshCode, openSettings, press, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const { ManageGuild, ManageRoles } = PermissionFlagsBits;
const makeRoute = 'POST /guilds/{guild_id}/roles';

describe('“Make @Buyer for me”', () => {
	let stage: Stage;
	let manager: Person;

	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		// The stage's own role would be in the way.
		stage.guild.renameRole(stage.roles.buyer.id, 'Customers of before');
		const lead = stage.guild.addRole({ name: 'Lead', permissions: ManageGuild | ManageRoles, position: 4 });
		manager = stage.discord.person(stage.guild, { name: 'Sana', roleIds: [lead.id] });
	});
	afterEach(() => stage?.close());

	const start = () => stage.startBot({ BUYER_ROLE_ID: '' });
	const rolesCalled = (name: string) => [...stage.guild.roles.values()].filter((role) => role.name === name);
	const requests = () => stage.discord.calls.list(makeRoute);
	const page = () => openSettings(manager, 'buyer');

	it('makes a role without permissions below the bot’s, sets it, and buyers get it', async () => {
		await start();
		const done = await press(manager, await page(), 'setup-make-role');
		const [role, another] = rolesCalled('Buyer');
		if (role === undefined) throw new Error('No role was made');
		expect(another).toBeUndefined();
		expect(role).toMatchObject({ permissions: 0n, position: 1, isHoisted: false, isMentionable: false });
		expect(readable(done)).toContain(`I made <@&${role.id}> and saved it`);
		expect(readable(done)).toContain(`✅ **Buyer role** <@&${role.id}>`);
		await auditLine(stage, `<@${manager.id}>`, `had me make the buyer role <@&${role.id}>`);
		const made = await stage.discord.events.waitFor('role-created', ({ roleId }) => roleId === role.id);
		expect(made.reason).toMatch(new RegExp(`^Buyer role, requested by sana.* \\(${manager.id}\\)$`, 'i'));

		const buyer = stage.newPerson('Buyer');
		expect(headline(await verify(buyer, freshCode(stage)))).toContain('Purchase verified');
		await stage.discord.events.waitFor(
			'role-added',
			({ userId, roleId }) => userId === buyer.id && roleId === role.id,
		);
		// It isn't offered again while the role is all right.
		expect(readable(await page())).not.toContain('setup-make-role');
	});

	it('calls the role as the server’s language does, whatever the manager’s', async () => {
		stage.guild.change({ locale: 'de' });
		await start();
		const offered = await page();
		expect(readable(offered)).toContain('Make @Käufer for me');
		await press(manager, offered, 'setup-make-role');
		expect(rolesCalled('Käufer')).toHaveLength(1);
	});

	it('makes one role on several presses, with two processes', async () => {
		await start();
		await start();
		const offered = await page();
		const presses = [1, 2, 3].map(() => manager.clickButton(offered, 'cc1:setup-make-role').answered());
		const answers = (await Promise.all(presses)).map(readable);
		expect(rolesCalled('Buyer')).toHaveLength(1);
		expect(requests()).toHaveLength(1);
		for (const answer of answers) expect(answer).toMatch(/and saved it|already exists|still making the role/);
		const [role] = rolesCalled('Buyer');
		// The presses edit one message: an answer may come before another press has saved the role.
		const line = await auditLine(stage, 'had me make the buyer role');
		expect(readable(await manager.chatInput('setup server').answered())).toContain(
			`✅ **Buyer role** <@&${role?.id}>`,
		);
		expect(auditChannel(stage).split(line)).toHaveLength(2);
	});

	it('finds the role that was made where Discord’s answer was lost, and makes no second one', async () => {
		await start();
		const offered = await page();
		stage.discord.faults.add(makeRoute, { kind: 'lose-answer' }, 1);
		expect(readable(await press(manager, offered, 'setup-make-role'))).toContain('and saved it');
		expect(rolesCalled('Buyer')).toHaveLength(1);
		expect(requests()).toHaveLength(1);
	});

	it('offers a role of that name instead, in any letter case', async () => {
		await start();
		const offered = await page();
		const own = stage.guild.addRole({ name: 'BUYER' });
		const question = await press(manager, offered, 'setup-make-role');
		expect(readable(question)).toContain(`<@&${own.id}> already exists`);
		expect(requests()).toEqual([]);
		expect(readable(await press(manager, question, 'setup-use'))).toContain(
			`✅ **Buyer role** <@&${own.id}>`,
		);
	});

	it('says so where the bot may not manage roles, and where there are 250 of them', async () => {
		while (stage.guild.roles.size < 250) stage.guild.addRole({ name: 'Filler' });
		await start();
		const offered = await page();
		expect(readable(await press(manager, offered, 'setup-make-role'))).toContain('role limit');
		stage.guild.setRolePermissions(stage.guild.botRole.id, PermissionFlagsBits.ViewChannel);
		await expect
			.poll(async () => readable(await press(manager, offered, 'setup-make-role')))
			.toContain('I can’t manage roles');
		expect(rolesCalled('Buyer')).toEqual([]);
	});

	it('is refused to members, and to managers who may not choose roles, however they come to press it', async () => {
		await start();
		const help = stage.guild.addRole({ name: 'Helper', permissions: ManageGuild });
		const helper = stage.discord.person(stage.guild, { name: 'Helper', roleIds: [help.id] });
		const forged = (person: Person) => forge(stage, person, stage.channels.verify, 'cc1:setup-make-role');
		expect(headline(await forged(stage.people.buyer))).toContain('Manage Server');
		expect(headline(await forged(stage.people.moderator))).toContain('Manage Server');
		expect(readable(await forged(helper))).toContain('Manage Roles**');
		expect([requests(), rolesCalled('Buyer')]).toEqual([[], []]);
	});
});

import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditChannel, auditLine, freshCode, openSettings, press, verify } from './acts.js';
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
});

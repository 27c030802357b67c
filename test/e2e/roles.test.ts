import type { FaultEffect } from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditLine, buyerRoleGiven, freshCode, giveRole, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

let stage: Stage;
let bot: RunningBot;
let buyer: Person;
let friend: Person;

beforeEach(async () => {
	stage = await openStage();
	await register(stage);
	bot = await stage.startBot();
	({ buyer, friend } = stage.people);
});
afterEach(() => stage?.close());

describe('a role that the server does not let the bot give', () => {
	const withoutManageRoles = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages;
	const obstacles = [
		{
			name: 'it stands above the bot',
			begin: () => stage.guild.moveRole(stage.roles.buyer.id, 5),
			mend: () => stage.guild.moveRole(stage.roles.buyer.id, 1),
			alertText: 'it’s above my role',
		},
		{
			name: 'Manage Roles was taken from the bot',
			begin: () => stage.guild.setRolePermissions(stage.guild.botRole.id, withoutManageRoles),
			mend: () =>
				stage.guild.setRolePermissions(
					stage.guild.botRole.id,
					withoutManageRoles | PermissionFlagsBits.ManageRoles,
				),
			alertText: 'I need',
		},
	];

	for (const { name, begin, mend, alertText } of obstacles) {
		it(`never costs the claim, and both member and staff are notified: ${name}`, async () => {
			begin();
			const code = freshCode(stage);
			const answer = await verify(buyer, code);
			expect(headline(answer)).toBe('✅ Purchase verified');
			expect(readable(answer)).toContain('as soon as staff fix a server setting');
			await auditLine(stage, 'I can’t give', alertText);
			expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');

			await bot.stop();
			mend();
			bot = await stage.startBot();
			await buyerRoleGiven(stage, buyer);
		});
	}

	it('comes with the next verify where that is sooner', async () => {
		// A refusal that nothing in the gateway announces, neither its beginning nor its end.
		stage.discord.faults.add(giveRole, {
			kind: 'answer',
			status: 403,
			body: { message: 'Missing Permissions', code: 50_013 },
		});
		const code = freshCode(stage);
		expect(readable(await verify(buyer, code))).toContain('as soon as staff fix a server setting');
		stage.discord.faults.clear();
		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
		await buyerRoleGiven(stage, buyer);
	});

	it('is not asked for where it was deleted, and the claim stays', async () => {
		stage.guild.deleteRole(stage.roles.buyer.id);
		const code = freshCode(stage);
		expect(readable(await verify(buyer, code))).toContain('as soon as staff fix a server setting');
		await auditLine(stage, 'I can’t give', 'it was deleted');

		await bot.stop();
		const replacement = stage.guild.addRole({ name: 'Buyer again' });
		bot = await stage.startBot({ BUYER_ROLE_ID: replacement.id });
		await stage.discord.events.waitFor(
			'role-added',
			({ userId, roleId }) => userId === buyer.id && roleId === replacement.id,
		);
		expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');
	});
});

describe('a role that Discord does not take just now', () => {
	const troubles: readonly { readonly name: string; readonly effect: FaultEffect }[] = [
		{ name: 'HTTP 500', effect: { kind: 'answer', status: 500, body: { message: 'Internal', code: 0 } } },
		{ name: 'a proxy’s page', effect: { kind: 'answer', status: 200, body: '<h1>Welcome</h1>' } },
	];

	for (const { name, effect } of troubles) {
		it(`is promised, follows by itself, and the answer then says so: ${name}`, async () => {
			const end = stage.discord.faults.add(giveRole, effect);
			const code = freshCode(stage);
			const asked = buyer.chatInput('verify', { code });
			const first = await asked.answered();
			expect(headline(first)).toBe('✅ Purchase verified');
			expect(readable(first)).toContain('on the way. I’ll update this message');
			end();
			expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');

			const last = await asked.edited((message) => readable(message).includes('You now have'));
			expect(headline(last)).toBe('✅ Purchase verified');
			await buyerRoleGiven(stage, buyer);
		});
	}
});

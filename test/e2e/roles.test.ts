import type { Person } from '@claimcheck/local-discord/person';
import { textOf } from '@claimcheck/local-discord/reading';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditMessage, buyerRoleGiven, freshCode, hasBuyerRole, press, verify } from './acts.js';
import { sharedStage } from './own-stage.js';
import { headline, readable } from './reading.js';

describe('a buyer’s role', async () => {
	let buyer: Person;
	let code: string;

	const stage = await sharedStage();
	await stage.startBot();
	beforeEach(() => {
		buyer = stage.newPerson('Pat');
		code = freshCode(stage);
	});

	it('attack 18: is given only after screening to a buyer who verifies, leaves and comes back', async () => {
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
		const { user } = stage.guild.member(buyer.id);
		stage.guild.removeMember(buyer.id);
		stage.guild.addMember(user);
		stage.guild.setPending(buyer.id, true);
		const before = stage.discord.events.all('role-added').length;
		const again = await verify(buyer, code);
		expect(headline(again)).toBe('✅ Already verified');
		expect(readable(again)).toContain('Accept this server’s rules first');
		const { moderator } = stage.people;
		const found = await moderator.chatInput('whois', { member: buyer.id }).answered();
		for (const page of [found, await press(moderator, found, 'desk-roles')])
			expect(readable(page).split('Hasn’t accepted this server’s rules yet')).toHaveLength(2);
		expect(stage.discord.events.all('role-added')).toHaveLength(before);
		stage.guild.setPending(buyer.id, false);
		expect(readable(await verify(buyer, code))).not.toContain('rules');
		expect(hasBuyerRole(stage, buyer)).toBe(true);
	});

	it('is reported to staff in one line with the waiting members if it can’t be given, until that is solved', async () => {
		const { moderator, friend } = stage.people;
		stage.guild.moveRole(stage.roles.buyer.id, stage.guild.rolesFromBelow().length - 1);
		await verify(buyer, code);
		const line = await auditMessage(stage, '⚠️ I can’t give', stage.roles.buyer.id);
		// Includes the member left without the role by the previous test.
		expect(line.content.replace(/\d members are|1 member is/, '…')).toBe(
			`⚠️ I can’t give <@&${stage.roles.buyer.id}>: it’s above my role. … waiting. Drag my role above it.`,
		);
		expect(textOf(await moderator.press(line, 'Check again').answered())).toContain('Not fixed yet');
		expect(textOf(await friend.press(line, 'Check again').answered())).toContain('Only staff can use this');
		stage.guild.moveRole(stage.roles.buyer.id, 1);
		await buyerRoleGiven(stage, buyer);
		const solved = await auditMessage(stage, '✅ Solved', stage.roles.buyer.id);
		expect(solved.id).toBe(line.id);
		expect(solved.components).toEqual([]);
	});

	it('is given once the gateway is back, if its obstacle was removed in the meantime', async () => {
		stage.guild.moveRole(stage.roles.buyer.id, 5);
		await verify(buyer, code);
		const { gateway } = stage.discord;
		gateway.isReachable = false;
		gateway.forgetSessions();
		gateway.drop(1006);
		stage.guild.moveRole(stage.roles.buyer.id, 1);
		expect(hasBuyerRole(stage, buyer)).toBe(false);
		gateway.isReachable = true;
		await buyerRoleGiven(stage, buyer);
	});
});

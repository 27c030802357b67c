import type { Person } from '@claimcheck/local-discord/person';
import { GatewayIntentBits } from 'discord.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { buyerRoleGiven, freshCode, hasBuyerRole, updateRoles, verify } from './acts.js';
import { ownStage, sharedStage } from './own-stage.js';
import { headline, readable } from './reading.js';

describe('what becomes of a buyer’s role', async () => {
	let buyer: Person;
	let code: string;

	const stage = await sharedStage();
	await stage.startBot();
	beforeEach(() => {
		buyer = stage.newPerson('Pat');
		code = freshCode(stage);
	});

	it('attack 18: verifies, leaves, comes back with the screening pending: the role only once it is passed', async () => {
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
		for (const page of [
			await updateRoles(moderator, buyer),
			await moderator.chatInput('whois', { member: buyer.id }).answered(),
		])
			expect(readable(page).split('Hasn’t accepted this server’s rules yet')).toHaveLength(2);
		expect(stage.discord.events.all('role-added')).toHaveLength(before);
		stage.guild.setPending(buyer.id, false);
		expect(readable(await verify(buyer, code))).not.toContain('rules');
		expect(hasBuyerRole(stage, buyer)).toBe(true);
	});

	it('a mend that happens while the gateway is away is noticed when it is back', async () => {
		stage.guild.moveRole(stage.roles.buyer.id, 5);
		await verify(buyer, code);
		const { gateway } = stage.discord;
		gateway.setReachable(false);
		gateway.forgetSessions();
		gateway.drop(1006);
		stage.guild.moveRole(stage.roles.buyer.id, 1);
		expect(hasBuyerRole(stage, buyer)).toBe(false);
		gateway.setReachable(true);
		await buyerRoleGiven(stage, buyer);
	});
});

it('who accepts the rules of the server gets the role then, with the members intent', async () => {
	const stage = await ownStage({ discord: { privilegedIntents: GatewayIntentBits.GuildMembers } });
	await stage.startBot({ MEMBERS_INTENT: 'true' });
	const buyer = stage.newPerson('Pat');
	stage.guild.setPending(buyer.id, true);
	expect(readable(await verify(buyer, freshCode(stage)))).toContain('Accept this server’s rules first');
	expect(hasBuyerRole(stage, buyer)).toBe(false);
	stage.guild.setPending(buyer.id, false);
	await buyerRoleGiven(stage, buyer);
});

import { GatewayIntentBits } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buyerRoleGiven, freshCode, hasBuyerRole, updateRoles, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

describe('who has not agreed to the rules of the server yet, with the production bot', () => {
	it('attack 18: verifies, leaves, comes back with the screening pending: the role only once it is passed', async () => {
		const stage = await openStage();
		try {
			await register(stage);
			await stage.startBot();
			const buyer = stage.newPerson('Pat');
			const code = freshCode(stage);
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
			]) {
				expect(readable(page).split('Hasn’t accepted this server’s rules yet')).toHaveLength(2);
			}
			expect(hasBuyerRole(stage, buyer)).toBe(false);
			expect(stage.discord.events.all('role-added')).toHaveLength(before);

			stage.guild.setPending(buyer.id, false);
			expect(readable(await verify(buyer, code))).not.toContain('rules');
			expect(hasBuyerRole(stage, buyer)).toBe(true);
		} finally {
			await stage.close();
		}
	});

	const acceptsRules = async (settings: Readonly<Record<string, string>>) => {
		const stage = await openStage({ discord: { privilegedIntents: GatewayIntentBits.GuildMembers } });
		onTestFinished(() => stage.close());
		await register(stage);
		const bot = await stage.startBot(settings);
		const buyer = stage.newPerson('Pat');
		stage.guild.setPending(buyer.id, true);
		const answer = await verify(buyer, freshCode(stage));
		expect(readable(answer)).toContain('Accept this server’s rules first');
		expect(hasBuyerRole(stage, buyer)).toBe(false);
		return { stage, bot, buyer };
	};

	it('get the role when they accept the rules, with the members intent', async () => {
		const { stage, buyer } = await acceptsRules({ MEMBERS_INTENT: 'true' });
		stage.guild.setPending(buyer.id, false);
		await buyerRoleGiven(stage, buyer);
	});

	it('get the role at the next sweep of all members, without the members intent', async () => {
		const { stage, bot, buyer } = await acceptsRules({});
		await bot.stop();
		stage.guild.setPending(buyer.id, false);
		await stage.startBot();
		await buyerRoleGiven(stage, buyer);
	});
});

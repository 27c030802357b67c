import type { Stage } from '@claimcheck/sandbox/stage';
import { GatewayIntentBits } from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import { auditChannel, buyerRoleGiven, freshCode, hasBuyerRole, logged, verify } from './acts.js';
import { botHeaders } from './bot-headers.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

const giveRole = 'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}';

let stage: Stage;
afterEach(() => stage?.close());

async function open(privilegedIntents: number): Promise<void> {
	stage = await openStage({ discord: { privilegedIntents } });
	await register(stage);
}

/** The alert's message, as it stands. */
async function alerted(start: string): Promise<void> {
	const found = () =>
		stage.discord.messages
			.inChannel(stage.channels.audit)
			.some(({ current }) => current.content.startsWith(start) && current.content.includes('Members Intent'));
	if (!found()) await stage.discord.events.until(found, `No alert begins with ${start}`);
}

describe('a members intent that Discord doesn’t grant', () => {
	it('is done without from the start, which staff read until it isn’t wanted any more', async () => {
		await open(0);
		const bot = await stage.startProcess({ MEMBERS_INTENT: 'true' });
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toContain('Purchase verified');
		await alerted('⚠️ Discord refuses me');
		const warnings = logged(bot, 'warn').filter(({ msg }) => msg.includes('Server Members Intent'));
		expect(warnings).toHaveLength(1);
		await bot.stop();
		await stage.startBot({ MEMBERS_INTENT: 'false' });
		await alerted('✅ Solved');
	});

	it('is done without when it is taken away after days, and asked for again with the next session', async () => {
		await open(GatewayIntentBits.GuildMembers);
		const bot = await stage.startBot({ MEMBERS_INTENT: 'true' });
		const { gateway } = stage.discord;
		gateway.refuseIdentify(4014);
		gateway.forgetSessions();
		gateway.drop();
		await alerted('⚠️ Discord refuses me');
		await stage.discord.events.until(() => gateway.clientCount === 1, 'The bot stays away');
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toContain('Purchase verified');

		gateway.forgetSessions();
		gateway.drop();
		await bot.logged('Discord grants Server Members Intent again');
		await alerted('✅ Solved');
	});
});

it('a log-in that is refused with the intent and without it ends with 78', async () => {
	await open(0);
	stage.discord.gateway.refuseIdentify(4014, 2);
	const bot = await stage.spawnBot({ MEMBERS_INTENT: 'true' });
	expect((await bot.exited).code).toBe(78);
	expect(logged(bot, 'fatal')).toHaveLength(1);
});

describe('a member who is announced twice', () => {
	it('gets no role twice, and is no one who returned', async () => {
		await open(GatewayIntentBits.GuildMembers);
		await stage.startBot({ MEMBERS_INTENT: 'true' });
		const { buyer } = stage.people;
		await verify(buyer, freshCode(stage));
		await buyerRoleGiven(stage, buyer);
		const gifts = () => stage.discord.calls.list().filter(({ route }) => route === giveRole).length;
		const before = gifts();
		const path = `/guilds/${stage.guild.id}/members/${buyer.id}`;
		const known = await fetch(`${stage.discord.apiUrl}/v10${path}`, { headers: botHeaders(stage) });
		const member = (await known.json()) as object;
		const about = { guildId: stage.guild.id };
		for (const _ of [1, 2])
			stage.discord.gateway.dispatch('GUILD_MEMBER_ADD', { ...member, guild_id: stage.guild.id }, about);
		// Handled after what came before it.
		await stage.people.friend.chatInput('purchases').answered();
		const other = stage.newPerson('Jo');
		await verify(other, freshCode(stage));
		await buyerRoleGiven(stage, other);
		expect(hasBuyerRole(stage, buyer)).toBe(true);
		expect(gifts()).toBe(before + 1);
		expect(auditChannel(stage).split(`<@${buyer.id}>`)).toHaveLength(2);
	});
});

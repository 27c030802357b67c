import { textOf } from '@claimcheck/local-discord/reading';
import type { SecondServer } from '@claimcheck/sandbox/stage';
import { GatewayIntentBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
	auditMessage,
	buyerRoleGiven,
	chooseSetting,
	freshCode,
	hasBuyerRole,
	logged,
	roleGiven,
	verify,
} from './acts.js';
import { register } from './hosted-bot.js';
import { ownStage } from './own-stage.js';
import { headline, readable } from './reading.js';

const wanted = { MEMBERS_INTENT: 'true' };
const withIntents = (privilegedIntents: number) => ownStage({ discord: { privilegedIntents } });

describe('the members intent', () => {
	it('isn’t requested at login if Discord doesn’t grant it, and staff are notified until the setting is off', async () => {
		const stage = await withIntents(0);
		const bot = await stage.startProcess(wanted);
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toContain('Purchase verified');
		await auditMessage(stage, '⚠️ Discord doesn’t let me', 'Members Intent');
		const warnings = logged(bot, 'warn').filter(({ msg }) => msg.includes('Server Members Intent'));
		expect(warnings).toHaveLength(1);
		await bot.stop();
		await stage.startBot({ MEMBERS_INTENT: 'false' });
		await auditMessage(stage, '✅ Solved', 'Members Intent');
	});

	it('doesn’t keep the bot running if Discord refuses the login with and without it: it ends with 78', async () => {
		const stage = await withIntents(0);
		stage.discord.gateway.refuseIdentify(4014, 2);
		const bot = await stage.spawnBot(wanted);
		expect((await bot.exited).code).toBe(78);
		expect(logged(bot, 'fatal')).toHaveLength(1);
	});

	it('gives members the role when they accept the server’s rules, and isn’t requested again in a session that lost it', async () => {
		const stage = await withIntents(GatewayIntentBits.GuildMembers);
		const bot = await stage.startBot(wanted);
		const buyer = stage.newPerson('Pat');
		stage.guild.setPending(buyer.id, true);
		expect(readable(await verify(buyer, freshCode(stage)))).toContain('Accept this server’s rules first');
		expect(hasBuyerRole(stage, buyer)).toBe(false);
		stage.guild.setPending(buyer.id, false);
		await buyerRoleGiven(stage, buyer);

		const { gateway } = stage.discord;
		gateway.refuseIdentify(4014);
		gateway.forgetSessions();
		gateway.drop();
		await auditMessage(stage, '⚠️ Discord doesn’t let me', 'Members Intent');
		await stage.discord.events.until(() => gateway.clientCount === 1, 'The bot stays away');
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toContain('Purchase verified');

		gateway.forgetSessions();
		gateway.drop();
		await bot.logged('Discord grants Server Members Intent again');
		await auditMessage(stage, '✅ Solved', 'Members Intent');
	});
});

const shardOf = (guildId: string): number => Number((BigInt(guildId) >> 22n) % 2n);

it('one process logs in each shard that Discord asks for, one after the other, and serves the servers of both', async () => {
	const stage = await ownStage({ isRegistered: false });
	// Like Discord, this rejects a login within five seconds of another.
	stage.discord.gateway.limitIdentifies(1);
	let other: SecondServer;
	do other = stage.secondServer();
	while (shardOf(other.guild.id) === shardOf(stage.guild.id));
	// As for a bot in more than a thousand servers.
	const { apiUrl, token, faults, guilds } = stage.discord;
	const headers = { authorization: `Bot ${token}` };
	const recommended = (await (await fetch(`${apiUrl}/v10/gateway/bot`, { headers })).json()) as object;
	faults.add('GET /gateway/bot', { kind: 'answer', status: 200, body: { ...recommended, shards: 2 } });
	const settings = { DISCORD_GUILD_ID: `${stage.guild.id},${other.guild.id}` };
	await register(stage, settings);
	const bot = await stage.startBot(settings);
	expect(await bot.logged('Ready')).toMatchObject({ guilds: guilds.size });
	expect(stage.discord.events.all('gateway-identified')).toHaveLength(2);

	await chooseSetting(other.people.admin, 'setup-set:buyer', other.roles.buyer.id);
	const maya = stage.newPerson('Maya');
	const kim = stage.discord.person(other.guild, { name: 'Kim' });
	for (const person of [maya, kim])
		expect(textOf(await verify(person, freshCode(stage)))).toContain('Purchase verified');
	await buyerRoleGiven(stage, maya);
	await roleGiven(stage, kim, other.roles.buyer.id);
});

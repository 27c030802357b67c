import { textOf } from '@claimcheck/local-discord/reading';
import { type SecondServer, Stage } from '@claimcheck/sandbox/stage';
import { expect, it, onTestFinished } from 'vitest';
import { chooseSetting } from '../../commands/setup/settings.js';
import { openPage } from '../../src/ui/entries.js';
import { buyerRoleGiven, freshCode, verify } from './acts.js';
import { register } from './hosted-bot.js';

const shardOf = (guildId: string): number => Number((BigInt(guildId) >> 22n) % 2n);

it('one process logs in with each shard that Discord asks for, one after the other, and serves the servers of both', async () => {
	const stage = await Stage.open({ isRateLimited: false });
	onTestFinished(() => stage.close());
	// As at Discord: a log-in within five seconds of another is turned away.
	stage.discord.gateway.limitIdentifies(1);
	let other: SecondServer;
	do other = stage.secondServer();
	while (shardOf(other.guild.id) === shardOf(stage.guild.id));
	// For more than a thousand servers Discord recommends two shards.
	while (stage.discord.guilds.size <= 1_000) stage.discord.createGuild({ name: 'Another server' });
	const settings = { DISCORD_GUILD_ID: `${stage.guild.id},${other.guild.id}` };
	await register(stage, settings);
	const bot = await stage.startProcess(settings);

	expect(await bot.logged('Ready')).toMatchObject({ guilds: stage.discord.guilds.size });
	expect(stage.discord.events.all('gateway-identified')).toHaveLength(2);

	const { admin } = other.people;
	const page = await admin.chatInput('setup server').answered();
	const roles = await admin.clickButton(page, openPage.encode('buyer')).answered();
	await admin.selectMenu(roles, chooseSetting.encode('buyer'), [other.roles.buyer.id]).answered();
	const maya = stage.newPerson('Maya');
	const kim = stage.discord.person(other.guild, { name: 'Kim' });
	expect(textOf(await verify(maya, freshCode(stage)))).toContain('Purchase verified');
	expect(textOf(await verify(kim, freshCode(stage)))).toContain('Purchase verified');
	await buyerRoleGiven(stage, maya);
	await stage.discord.events.waitFor('role-added', ({ userId }) => userId === kim.id);
});

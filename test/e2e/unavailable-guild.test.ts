import type { RunningBot, SecondServer, Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyerRoleGiven, chooseSetting, freshCode, logged, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

let stage: Stage;
let second: SecondServer;
let third: SecondServer;

beforeAll(async () => {
	stage = await openStage();
	second = stage.secondServer();
	third = stage.secondServer({ name: 'Harbor' });
	await register(stage, { DISCORD_GUILD_ID: served() });
});
afterAll(() => stage?.close());

const served = (): string => [stage.guild, second.guild, third.guild].map(({ id }) => id).join(',');

/** Starts the bot while Discord has an outage of these servers, and resolves as soon as it has logged in. */
async function startInOutage(...guildIds: readonly string[]): Promise<{ ready: Promise<RunningBot> }> {
	for (const id of guildIds) stage.discord.gateway.withholdGuild(id);
	const before = stage.discord.gateway.identifyCount;
	const ready = stage.startBot({ DISCORD_GUILD_ID: served() });
	await expect.poll(() => stage.discord.gateway.identifyCount).toBeGreaterThan(before);
	return { ready };
}

const starting = 'I’m starting up. Try again in a few seconds.';

describe('a server that Discord withholds at the start', () => {
	it('delays no answer, there or elsewhere', async () => {
		const withheld = [stage.guild.id, third.guild.id];
		const { ready } = await startInOutage(...withheld);
		const members = [
			[stage.guild.id, stage.newPerson('Ada')],
			[second.guild.id, second.people.member],
			[third.guild.id, third.people.member],
		] as const;
		// The local Discord fails an interaction that isn't acknowledged within three seconds.
		const asked = members.map(([guildId, member]) => [guildId, member.chatInput('purchases')] as const);
		for (const [guildId, purchases] of asked) {
			const shown = headline(await purchases.answered());
			expect(shown).toBe(withheld.includes(guildId) ? starting : 'No purchases yet');
		}

		const bot = await ready;
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
		for (const id of withheld) stage.discord.gateway.releaseGuild(id);
		await bot.stop();
	});

	it('is served once it arrives, with its settings, roles and checks', async () => {
		const unserved = stage.discord.createGuild({ name: 'Elsewhere' });
		const withheld = [stage.guild, second.guild, unserved].map(({ id }) => id);
		const { ready } = await startInOutage(...withheld);
		const bot = await ready;
		await bot.logged('This server is not set up as the bot needs it');
		const warned = () => logged(bot, 'warn', 'error', 'fatal').map(({ guildId }) => guildId);
		expect(warned()).not.toEqual(expect.arrayContaining([expect.toBeOneOf(withheld)]));
		for (const id of withheld) stage.discord.gateway.releaseGuild(id);
		await expect.poll(warned).toEqual(expect.arrayContaining(withheld));
		expect((await bot.logged('The bot is in a server'))['guildName']).toBe('Elsewhere');

		const { buyer } = stage.people;
		expect(headline(await verify(buyer, freshCode(stage)))).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, buyer);
		await chooseSetting(second.people.owner, 'setup-set:buyer', second.roles.buyer.id);
		expect(headline(await verify(second.people.member, freshCode(stage)))).toBe('✅ Purchase verified');
		await stage.discord.events.waitFor('role-added', ({ userId }) => userId === second.people.member.id);
		await bot.stop();
	});
});

it('a server with the commands alone is told to invite the bot', async () => {
	stage.discord.removeBot(third.guild.id);
	const bot = await stage.startBot({ DISCORD_GUILD_ID: served() });
	const answer = await third.people.member.chatInput('purchases').answered();
	expect(headline(answer)).toBe(
		'Only my commands are in this server. Someone who manages it has to invite me too.',
	);
	expect(readable(answer)).toContain(`client_id=${stage.discord.applicationId}&scope=bot`);
	await bot.stop();
});

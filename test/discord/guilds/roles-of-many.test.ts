import { once } from 'node:events';
import type { LocalDiscord } from '@claimcheck/local-discord';
import { type Client, Events, type Guild } from 'discord.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { systemClock } from '../../../src/base/clock.js';
import { DiscordRoleApi } from '../../../src/discord/guilds/discord-role-api.js';
import { loggedIn, newBotClient } from '../bot-client.js';

const userId = '900000000000000001';

describe('asking for the roles of many', () => {
	let discord: LocalDiscord;
	let client: Client;
	let guild: Guild;
	let roles: DiscordRoleApi;

	beforeEach(async () => {
		discord = await startDiscord();
		const server = discord.createGuild({ name: 'Server' });
		server.addMember(discord.users.ensure({ id: userId }));
		client = newBotClient(discord);
		await loggedIn(client, discord);
		guild = client.guilds.cache.get(server.id) ?? expect.fail('The server has not arrived');
		roles = new DiscordRoleApi(client, { ids: [], serves: () => true }, systemClock);
	});

	const { signal } = new AbortController();
	const ask = () => roles.rolesOfMany(guild.id, [userId], signal);
	/** The pending requests of discord.js. */
	const questions = (): unknown[] => {
		const asked: unknown[] = [];
		guild.members.fetch = (options?: unknown) => {
			asked.push(options);
			return Promise.reject<never>(new Error('No answer'));
		};
		return asked;
	};

	it('returns them for each user who is a member', async () => {
		expect(await ask()).toEqual(new Map([[userId, [guild.id]]]));
	});

	it('leaves out who has not accepted the server’s rules yet', async () => {
		const server = discord.guilds.get(guild.id) ?? expect.fail('No such server');
		server.setPending(userId, true);
		expect(await ask()).toEqual(new Map());
		server.setPending(userId, false);
		expect(await ask()).toEqual(new Map([[userId, [guild.id]]]));
	});

	it('is left without an answer where discord.js throws or rejects', async () => {
		guild.members.fetch = () => {
			throw new RangeError('Shard 0 not found');
		};
		expect(await ask()).toBeUndefined();
		guild.members.fetch = () => Promise.reject<never>(new RangeError('Shard 0 not found'));
		expect(await ask()).toBeUndefined();
	});

	it('ends without an answer as soon as the bot stops', async () => {
		const stopping = new AbortController();
		guild.members.fetch = () => new Promise<never>(() => {});
		const asked = roles.rolesOfMany(guild.id, [userId], stopping.signal);
		stopping.abort();
		expect(await asked).toBeUndefined();
	});

	it('asks nothing while the connection is lost', async () => {
		discord.gateway.setReachable(false);
		discord.gateway.drop();
		await once(client, Events.ShardReconnecting);
		const asked = questions();
		expect(await ask()).toBeUndefined();
		expect(asked).toEqual([]);
	});
});

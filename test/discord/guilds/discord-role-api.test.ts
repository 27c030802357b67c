import { once } from 'node:events';
import type { LocalDiscord } from '@claimcheck/local-discord';
import { type Client, Events, type Guild, HTTPError } from 'discord.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { systemClock } from '../../../src/base/clock.js';
import { discordRoleApi, translate } from '../../../src/discord/guilds/discord-role-api.js';
import type { RoleApi } from '../../../src/roles/role-api.js';
import { botClient } from '../bot-client.js';
import { apiError } from '../pinged.js';

describe('a role call that Discord refuses', () => {
	it.each([
		[10_007, 404, { kind: 'member-left' }],
		[10_011, 404, { kind: 'blocked', obstacle: 'role-missing' }],
		[10_004, 404, { kind: 'blocked', obstacle: 'guild-gone' }],
		[50_001, 403, { kind: 'blocked', obstacle: 'guild-gone' }],
		[50_013, 403, { kind: 'blocked', obstacle: 'missing-permission' }],
		[50_028, 400, { kind: 'blocked', obstacle: 'role-not-assignable' }],
		[60_003, 403, { kind: 'blocked', obstacle: 'missing-permission' }],
		[99_999, 403, { kind: 'blocked', obstacle: 'refused' }],
		[0, 403, { kind: 'blocked', obstacle: 'refused' }],
		[0, 404, { kind: 'blocked', obstacle: 'refused' }],
		['an HTML page', 403, { kind: 'blocked', obstacle: 'refused' }],
	])('is recognized by its code %s, not by its status', (code, status, expected) => {
		expect(translate(apiError(code, status))).toEqual(expected);
	});

	it('is retried if Discord didn’t give a final answer', () => {
		const serverError = new HTTPError(500, 'Internal Server Error', 'PUT', 'https://discord.example', {});
		const reset = Object.assign(new Error('closed'), { code: 'ECONNRESET' });
		for (const error of [serverError, apiError(0, 429), reset])
			expect(translate(error)).toMatchObject({ kind: 'passing' });
	});
});

const userId = '900000000000000001';

describe('requesting the roles of many members', () => {
	let discord: LocalDiscord;
	let client: Client;
	let guild: Guild;
	let roles: RoleApi;

	beforeEach(async () => {
		discord = await startDiscord();
		const server = discord.createGuild({ name: 'Server' });
		server.addMember(discord.users.ensure({ id: userId }));
		client = await botClient(discord);
		guild = client.guilds.cache.get(server.id) ?? expect.fail('The server has not arrived');
		roles = discordRoleApi(client, { ids: [], serves: () => true }, systemClock);
	});

	const { signal } = new AbortController();
	const ask = () => roles.rolesOfMany(guild.id, [userId], signal);

	it('returns them for each member, but not before they have accepted the server’s rules', async () => {
		const server = discord.guilds.get(guild.id) ?? expect.fail('No such server');
		server.setPending(userId, true);
		expect(await ask()).toEqual(new Map());
		server.setPending(userId, false);
		expect(await ask()).toEqual(new Map([[userId, [guild.id]]]));
	});

	it('returns nothing if discord.js throws or rejects', async () => {
		guild.members.fetch = () => {
			throw new RangeError('Shard 0 not found');
		};
		expect(await ask()).toBeUndefined();
		guild.members.fetch = () => Promise.reject<never>(new RangeError('Shard 0 not found'));
		expect(await ask()).toBeUndefined();
	});

	it('stops without a result as soon as the bot stops', async () => {
		const stopping = new AbortController();
		guild.members.fetch = () => new Promise<never>(() => {});
		const asked = roles.rolesOfMany(guild.id, [userId], stopping.signal);
		stopping.abort();
		expect(await asked).toBeUndefined();
	});

	it('asks nothing while the connection is lost', async () => {
		discord.gateway.isReachable = false;
		discord.gateway.drop();
		await once(client, Events.ShardReconnecting);
		const fetch = vi.spyOn(guild.members, 'fetch');
		expect(await ask()).toBeUndefined();
		expect(fetch).not.toHaveBeenCalled();
	});
});

import { once } from 'node:events';
import { ChannelType, Events, GatewayCloseCodes, GatewayIntentBits } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Guild } from '../src/guild.js';
import type { LocalDiscord } from '../src/local-discord.js';
import { ManualClock } from './manual-clock.js';
import { loginClient, startDiscord } from './real-client.js';

const membersIntent = { intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers] };

describe('logging in', () => {
	test.each([
		['an unknown token', GatewayCloseCodes.AuthenticationFailed, { token: 'wrong', intents: 0 }],
		['intents that do not exist', GatewayCloseCodes.InvalidIntents, { intents: 1 << 30 }],
		[
			'an intent that is not switched on',
			GatewayCloseCodes.DisallowedIntents,
			{ intents: GatewayIntentBits.GuildMembers },
		],
		['a shard that cannot be', GatewayCloseCodes.InvalidShard, { intents: 0, shard: [2, 2] }],
	])('with %s is refused with its close code', async (_, code, identify) => {
		const discord = await startDiscord();
		const socket = await connect(discord);
		socket.send(JSON.stringify({ op: 2, d: { token: discord.token, properties: {}, ...identify } }));
		expect((await once(socket, 'close'))[0]).toBe(code);
	});

	test.each([
		['nonsense', 'x', GatewayCloseCodes.DecodeError],
		['an opcode that does not exist', JSON.stringify({ op: 99 }), GatewayCloseCodes.UnknownOpcode],
		['a request before the log-in', JSON.stringify({ op: 8, d: {} }), GatewayCloseCodes.NotAuthenticated],
	])('fails after %s', async (_, packet, code) => {
		const socket = await connect(await startDiscord());
		socket.send(packet);
		expect((await once(socket, 'close'))[0]).toBe(code);
	});
});

describe('a broken connection', () => {
	test('is resumed at its position, whatever the client requests before it learns that its session is invalid', async () => {
		const discord = await startDiscord();
		const guild = discord.createGuild({ name: 'Studio' });
		discord.commands.replace(guild.id, [{ name: 'ping', description: 'Pings' }]);
		const client = await loginClient(discord);
		client.on(Events.InteractionCreate, (interaction) => {
			if (interaction.isChatInputCommand()) void interaction.reply('pong');
		});
		// The packet is in transit when the session ends.
		client.ws.shards.first()?.send({ op: 8, d: { guild_id: guild.id, user_ids: [], limit: 0 } });
		discord.gateway.invalidateSessions(true);
		const asked = discord.person(guild).chatInput('ping');
		expect((await asked.answered()).content).toBe('pong');
		expect(discord.gateway.identifyCount).toBe(1);
		expect(discord.events.all('gateway-closed')).toEqual([]);
	});

	test('can be resumed for five minutes after each drop', async () => {
		const clock = new ManualClock();
		const discord = await startDiscord({ clock });
		const login = { token: discord.token, properties: {}, intents: 0 };
		let socket = await connect(discord);
		socket.send(JSON.stringify({ op: 2, d: login }));
		const { d, s } = JSON.parse(String((await once(socket, 'message'))[0]));
		for (const pauseMs of [4 * 60_000, 2 * 60_000]) {
			socket.terminate();
			const drops = discord.events.all('gateway-closed').length;
			await expect.poll(() => discord.events.all('gateway-closed').length).toBe(drops + 1);
			clock.advance(pauseMs);
			socket = await connect(discord);
			socket.send(JSON.stringify({ op: 6, d: { ...login, session_id: d.session_id, seq: s } }));
			expect(JSON.parse(String((await once(socket, 'message'))[0]))).toMatchObject({ t: 'RESUMED' });
		}
	});

	test('cannot be resumed while the gateway is unreachable', async () => {
		const discord = await startDiscord();
		discord.gateway.isReachable = false;
		await expect(connect(discord)).rejects.toThrow('503');
	});

	test('is closed by the server if the client has fallen silent', async () => {
		const socket = await connect(await startDiscord({ heartbeatIntervalMs: 20 }));
		expect((await once(socket, 'close'))[0]).toBe(GatewayCloseCodes.SessionTimedOut);
	});
});

describe('events', () => {
	test('about members are sent only with their intent, except about the bot itself', async () => {
		const discord = await startDiscord({ privilegedIntents: GatewayIntentBits.GuildMembers });
		const guild = discord.createGuild({ name: 'Studio' });
		const role = guild.addRole({ name: 'Staff' });
		const [without, withIntent] = [await loginClient(discord), await loginClient(discord, membersIntent)];
		const heard: string[] = [];
		without.on('raw', (packet: { t: string }) => heard.push(packet.t));
		const joined = once(withIntent, Events.GuildMemberAdd);
		const left = once(withIntent, Events.GuildMemberRemove);
		const ana = discord.person(guild, { name: 'Ana' });
		guild.removeMember(ana.id);
		guild.giveRole(discord.botId, role.id);
		expect((await joined)[0].user.globalName).toBe('Ana');
		expect((await left)[0].id).toBe(ana.id);
		await expect.poll(() => heard).toEqual(['GUILD_MEMBER_UPDATE']);
	});

	test('report threads, and channels of every kind', async () => {
		const discord = await startDiscord();
		const guild = discord.createGuild({ name: 'Studio' });
		const forum = guild.addChannel({ name: 'help', type: ChannelType.GuildForum });
		const early = { name: 'early', type: ChannelType.PublicThread, parentId: forum.id } as const;
		guild.addChannel(early);
		const client = await loginClient(discord);
		const seen = client.guilds.cache.get(guild.id);
		const kinds = () => seen?.channels.cache.map(({ name, type }) => `${name} ${ChannelType[type]}`).sort();
		expect(kinds()).toEqual(['early GuildPublicThread', 'general GuildText', 'help GuildForum']);
		const voice = guild.addChannel({ name: 'lounge', type: ChannelType.GuildVoice });
		const begun = once(client, Events.ThreadCreate);
		const thread = guild.addChannel({ ...early, name: 'late' });
		await begun;
		expect(kinds()).toContain('lounge GuildVoice');
		expect(kinds()).toContain('late GuildPublicThread');
		const ended = once(client, Events.ThreadDelete);
		guild.deleteChannel(thread.id);
		await ended;
		const deleted = once(client, Events.ChannelDelete);
		guild.deleteChannel(voice.id);
		await deleted;
		expect(kinds()).toEqual(['early GuildPublicThread', 'general GuildText', 'help GuildForum']);
	});
});

test('2,000 members arrive in chunks', async () => {
	const discord = await startDiscord({ privilegedIntents: GatewayIntentBits.GuildMembers });
	const guild = discord.createGuild({ name: 'Studio' });
	for (let count = 0; count < 2_000; count += 1) guild.addMember(discord.users.ensure({}));
	const client = await loginClient(discord, membersIntent);
	const chunks: number[] = [];
	client.on('raw', (packet: { t: string; d: { members: unknown[] } }) => {
		if (packet.t === 'GUILD_MEMBERS_CHUNK') chunks.push(packet.d.members.length);
	});
	const members = await client.guilds.cache.get(guild.id)?.members.fetch();
	expect(members?.size).toBe(2_002);
	expect(chunks).toEqual([...Array(2).fill(1000), 2]);
});

describe('requesting members', () => {
	test('ends the connection if one request has more than 100 ids', async () => {
		const discord = await startDiscord();
		const guild = discord.createGuild({ name: 'Studio' });
		const client = await loginClient(discord);
		const ids = Array.from({ length: 101 }, () => guild.addMember(discord.users.ensure({})).user.id);
		const seen = client.guilds.cache.get(guild.id);
		const found = await seen?.members.fetch({ user: ids.slice(0, 100) });
		expect(found?.size).toBe(100);
		seen?.members.fetch({ user: ids }).catch(() => undefined);
		await discord.events.waitFor('gateway-closed', ({ code }) => code === 4002);
	});

	test('depends on the session’s own intents, not on those of the application', async () => {
		const discord = await startDiscord({ privilegedIntents: GatewayIntentBits.GuildMembers });
		const guild = discord.createGuild({ name: 'Studio' });
		const [withIntent, without] = [await loginClient(discord, membersIntent), await loginClient(discord)];
		expect((await withIntent.guilds.cache.get(guild.id)?.members.fetch())?.size).toBe(2);
		const chunks: unknown[] = [];
		without.on(Events.Raw, (packet: { t: string; d: { members: unknown[] } }) => {
			if (packet.t === 'GUILD_MEMBERS_CHUNK') chunks.push(packet.d.members.length);
		});
		const members = without.guilds.cache.get(guild.id)?.members;
		members?.fetch().catch(() => undefined);
		// The session's packets are handled in order, so the list would have been answered before this one.
		await members?.fetch({ user: [discord.botId] });
		expect(chunks).toEqual([1]);
	});

	test('is allowed in one request every 30 seconds for each server', async () => {
		const clock = new ManualClock();
		const discord = await startDiscord({ clock, privilegedIntents: GatewayIntentBits.GuildMembers });
		const [one, two] = [discord.createGuild({ name: 'One' }), discord.createGuild({ name: 'Two' })];
		const client = await loginClient(discord, membersIntent);
		const members = (guild: Guild) => client.guilds.cache.get(guild.id)?.members.fetch();
		expect((await members(one))?.size).toBe(2);
		clock.advance(10_000);
		await expect(members(one)).rejects.toMatchObject({ data: { opcode: 8, retry_after: 20 } });
		expect((await members(two))?.size).toBe(2);
		clock.advance(20_000);
		expect((await members(one))?.size).toBe(2);
	});
});

/** A WebSocket that has received hello. */
async function connect(discord: LocalDiscord): Promise<WebSocket> {
	const socket = new WebSocket(`${discord.apiUrl.replace('http', 'ws').replace('/api', '/gateway')}?v=10`);
	await once(socket, 'message');
	return socket;
}

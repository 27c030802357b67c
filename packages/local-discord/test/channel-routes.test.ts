import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Guild } from '../src/guild.js';
import type { LocalDiscord } from '../src/local-discord.js';
import { ManualClock } from './manual-clock.js';
import { api } from './raw-api.js';
import { loginClient, startDiscord } from './real-client.js';

let clock: ManualClock;
let discord: LocalDiscord;
let guild: Guild;
let channelId: string;

beforeEach(async () => {
	clock = new ManualClock();
	discord = await startDiscord({ clock });
	guild = discord.createGuild({ name: 'Studio' });
	channelId = guild.addChannel({ name: 'audit' }).id;
});

const messages = () => discord.messages.inChannel(channelId).map((message) => message.current.content);
const deny = (bits: bigint) =>
	guild.setOverwrites(channelId, [{ id: guild.id, type: 0, allow: 0n, deny: bits }]);
const send = (body: unknown) => api(discord, 'POST', `/channels/${channelId}/messages`, body);

describe('a channel', () => {
	test('refuses a message if the bot may not see it, write in it, or put embeds in it', async () => {
		deny(PermissionFlagsBits.ViewChannel);
		expect((await send({ content: 'x' })).body).toMatchObject({ code: 50001 });
		expect((await api(discord, 'GET', `/channels/${channelId}`)).body).toMatchObject({ code: 50001 });
		deny(PermissionFlagsBits.SendMessages);
		expect((await send({ content: 'x' })).body).toMatchObject({ code: 50013 });
		deny(PermissionFlagsBits.EmbedLinks);
		expect((await send({ embeds: [{ title: 'x' }] })).body).toMatchObject({ code: 50013 });
		expect((await send({ content: 'x' })).status).toBe(200);
	});

	test('is unknown if it was deleted', async () => {
		guild.deleteChannel(channelId);
		expect(await send({ content: 'x' })).toMatchObject({ status: 404, body: { code: 10003 } });
	});

	test('accepts no messages if it is a forum or a category; for a thread, the bot needs another permission', async () => {
		const post = (id: string) => api(discord, 'POST', `/channels/${id}/messages`, { content: 'x' });
		for (const type of [ChannelType.GuildForum, ChannelType.GuildCategory] as const) {
			const { id } = guild.addChannel({ name: 'closed', type });
			expect(await post(id)).toMatchObject({ status: 400, body: { code: 50008 } });
		}
		const thread = guild.addChannel({ name: 'ticket', type: ChannelType.PublicThread, parentId: channelId });
		expect((await post(guild.addChannel({ name: 'lounge', type: ChannelType.GuildVoice }).id)).status).toBe(
			200,
		);
		expect((await post(thread.id)).status).toBe(200);
		deny(PermissionFlagsBits.SendMessages);
		expect((await post(thread.id)).status).toBe(200);
		expect((await post(channelId)).status).toBe(403);
		deny(PermissionFlagsBits.SendMessagesInThreads);
		expect((await post(thread.id)).body).toMatchObject({ code: 50013 });
	});

	test('accepts a message once if its nonce is enforced, in any channel, for some minutes', async () => {
		const other = guild.addChannel({ name: 'other' }).id;
		const message = { content: 'x', nonce: '7', enforce_nonce: true };
		const first = await send(message);
		expect((await api(discord, 'POST', `/channels/${other}/messages`, message)).body).toEqual(first.body);
		await send({ content: 'y', nonce: '7' });
		clock.advance(10 * 60_000);
		expect((await send(message)).body).not.toEqual(first.body);
		expect(messages()).toEqual(['x', 'y', 'x']);
	});

	test('shows no ephemeral message', async () => {
		discord.commands.replace(guild.id, [{ name: 'ping', description: 'Pings' }]);
		const client = await loginClient(discord);
		client.on('interactionCreate', (interaction) => {
			if (interaction.isRepliable()) void interaction.reply({ content: 'secret', flags: 64 });
		});
		const ana = discord.person(guild);
		const answer = await ana.chatInput('ping', {}, { channelId }).answered();
		expect(messages()).toEqual([]);
		expect(discord.messages.inChannel(channelId, ana.id).map((message) => message.id)).toEqual([answer.id]);
		const path = `/channels/${channelId}/messages/${answer.id}`;
		expect((await api(discord, 'GET', path)).body).toMatchObject({ code: 10008 });
	});
});

describe('a direct conversation', () => {
	test('is refused if the person accepts no messages or shares no server with the bot', async () => {
		const ana = discord.person(guild, { name: 'Ana' });
		const opened = await api(discord, 'POST', '/users/@me/channels', { recipient_id: ana.id });
		const path = `/channels/${(opened.body as { id: string }).id}/messages`;
		discord.users.get(ana.id).takesDirectMessages = false;
		expect(await api(discord, 'POST', path, { content: 'x' })).toMatchObject({
			status: 403,
			body: { code: 50007 },
		});
		discord.users.get(ana.id).takesDirectMessages = true;
		guild.removeMember(ana.id);
		expect(await api(discord, 'POST', path, { content: 'x' })).toMatchObject({
			status: 403,
			body: { code: 50278 },
		});
	});

	test('can’t be opened by the bot with itself, or with nobody', async () => {
		const open = (body: object) => api(discord, 'POST', '/users/@me/channels', body);
		expect(await open({ recipient_id: discord.botId })).toMatchObject({ status: 400, body: { code: 50007 } });
		expect((await open({})).body).toMatchObject({ code: 50035, errors: { recipient_id: {} } });
	});

	test('is limited in number by the realistic limits', async () => {
		discord.rateLimits.useRealistic();
		const statuses = new Set<number>();
		for (let count = 0; count < 40; count += 1) {
			const recipient_id = discord.person(guild, { name: `Person ${count}` }).id;
			statuses.add((await api(discord, 'POST', '/users/@me/channels', { recipient_id })).status);
		}
		expect(statuses).toEqual(new Set([200, 403, 429]));
	});
});

describe('the messages of a channel', () => {
	let ids: string[];
	const read = async (query: string) => {
		const { body } = await api(discord, 'GET', `/channels/${channelId}/messages${query}`);
		return (body as { id: string }[]).map(({ id }) => ids.indexOf(id));
	};

	beforeEach(async () => {
		ids = [];
		for (let count = 0; count < 6; count += 1)
			ids.push(((await send({ content: 'x' })).body as { id: string }).id);
	});

	test('are read page by page, newest first', async () => {
		expect(await read('')).toEqual([5, 4, 3, 2, 1, 0]);
		expect(await read('?limit=2')).toEqual([5, 4]);
		expect(await read(`?limit=2&before=${ids[4]}`)).toEqual([3, 2]);
		expect(await read(`?limit=2&after=${ids[1]}`)).toEqual([3, 2]);
		expect(await read('?after=0')).toEqual([5, 4, 3, 2, 1, 0]);
	});

	test.each([
		['limit=0', 'limit', 'NUMBER_TYPE_MIN'],
		['limit=101', 'limit', 'NUMBER_TYPE_MAX'],
		['limit=many', 'limit', 'NUMBER_TYPE_COERCE'],
		['before=yesterday', 'before', 'NUMBER_TYPE_COERCE'],
	])('are not read with %s', async (query, field, code) => {
		const answer = await api(discord, 'GET', `/channels/${channelId}/messages?${query}`);
		expect(answer).toMatchObject({
			status: 400,
			body: { code: 50035, errors: { [field]: { _errors: [{ code }] } } },
		});
	});
});

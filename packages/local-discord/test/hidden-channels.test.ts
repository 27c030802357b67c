import { once } from 'node:events';
import { ChannelFlags, type Client, Events, PermissionFlagsBits, type TextChannel } from 'discord.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Guild } from '../src/guild.js';
import type { Channel } from '../src/guild-parts.js';
import type { LocalDiscord } from '../src/local-discord.js';
import type { Overwrite } from '../src/permissions.js';
import { api } from './raw-api.js';
import { loginClient, startDiscord } from './real-client.js';

// As Discord does since 16 November 2026: https://github.com/discord/discord-api-docs/pull/8454

const { ViewChannel, Administrator } = PermissionFlagsBits;

let discord: LocalDiscord;
let guild: Guild;
let staffOnly: Overwrite[];
let staff: Channel;

beforeEach(async () => {
	discord = await startDiscord();
	guild = discord.createGuild({ name: 'Studio' });
	staffOnly = [{ id: guild.id, type: 0, allow: 0n, deny: ViewChannel }];
	staff = guild.addChannel({ name: 'staff', overwrites: staffOnly, isAgeRestricted: true });
});

const cached = (client: Client) => client.channels.cache.get(staff.id) as TextChannel;
const isObfuscated = ({ flags }: TextChannel) => flags.has(ChannelFlags.ChannelObfuscated);

describe('a channel that the bot can’t see', () => {
	it('comes over the gateway with its id, type and position, and one invented overwrite', async () => {
		const client = await loginClient(discord);
		const { name, type, rawPosition, nsfw, permissionOverwrites } = cached(client);
		expect({ name, type, rawPosition, nsfw }).toEqual({
			name: '___hidden___',
			type: staff.type,
			rawPosition: staff.position,
			nsfw: false,
		});
		expect(isObfuscated(cached(client))).toBe(true);
		expect(permissionOverwrites.cache.map(({ id, deny }) => [id, deny.bitfield])).toEqual([
			[guild.id, ViewChannel],
		]);
	});

	it('is missing in the list over REST, where its own route refuses with 50001, and 10003 if it doesn’t exist', async () => {
		const list = await api(discord, 'GET', `/guilds/${guild.id}/channels`);
		expect(list.body).toMatchObject([{ name: 'general' }]);
		expect(await api(discord, 'GET', `/channels/${staff.id}`)).toMatchObject({
			status: 403,
			body: { code: 50001 },
		});
		guild.deleteChannel(staff.id);
		expect((await api(discord, 'GET', `/channels/${staff.id}`)).body).toMatchObject({ code: 10003 });
	});

	it.each<[string, () => void]>([
		['an overwrite', () => guild.setOverwrites(staff.id, [])],
		['a permission of its role', () => guild.setRolePermissions(guild.botRole.id, Administrator)],
		[
			'another role',
			() => guild.giveRole(discord.botId, guild.addRole({ name: 'Staff', permissions: Administrator }).id),
		],
	])('comes whole, with its threads, as soon as the bot sees it by %s', async (_, act) => {
		const thread = guild.addChannel({ name: 'old talk', type: 11, parentId: staff.id });
		const client = await loginClient(discord);
		expect(client.channels.cache.has(thread.id)).toBe(false);
		const updated = once(client, Events.ChannelUpdate);
		act();
		await updated;
		expect([cached(client).name, cached(client).nsfw, isObfuscated(cached(client))]).toEqual([
			'staff',
			true,
			false,
		]);
		await expect.poll(() => client.channels.cache.has(thread.id)).toBe(true);
	});

	it('is whole in the interactions of people who see it, without its overwrites', async () => {
		const admin = discord.person(guild, {
			roleIds: [guild.addRole({ name: 'Admin', permissions: Administrator }).id],
		});
		const client = await loginClient(discord);
		await client.application.commands.set([
			{ name: 'choose', description: 'Chooses', options: [{ name: 'channel', description: 'It', type: 7 }] },
		]);
		const received = once(client, 'raw');
		admin.chatInput('choose', { channel: staff.id }, { channelId: staff.id });
		const [{ d }] = (await received) as [{ d: Record<string, unknown> }];
		expect(d).toMatchObject({
			channel: { name: 'staff', nsfw: true },
			data: {
				resolved: { channels: { [staff.id]: { name: 'staff', app_permissions: expect.any(String) } } },
			},
		});
		expect(JSON.stringify(d['data'])).not.toContain('permission_overwrites');
	});
});

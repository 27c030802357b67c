import { once } from 'node:events';
import { ChannelFlags, type Client, Events, PermissionFlagsBits, type TextChannel } from 'discord.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Guild } from '../src/guild.js';
import type { Channel } from '../src/guild-parts.js';
import type { LocalDiscord } from '../src/local-discord.js';
import { loginClient, startDiscord } from './real-client.js';

// Discord has behaved like this since 16 November 2026: https://github.com/discord/discord-api-docs/pull/8454. The
// oceanic.js bot in witnesses covers what remains of such a channel over the gateway and REST, and that a role reveals
// it.

const { ViewChannel, Administrator } = PermissionFlagsBits;

let discord: LocalDiscord;
let guild: Guild;
let staff: Channel;

beforeEach(async () => {
	discord = await startDiscord();
	guild = discord.createGuild({ name: 'Studio' });
	const overwrites = [{ id: guild.id, type: 0, allow: 0n, deny: ViewChannel }] as const;
	staff = guild.addChannel({ name: 'staff', overwrites, isAgeRestricted: true });
});

const cached = (client: Client) => client.channels.cache.get(staff.id) as TextChannel;
const isObfuscated = ({ flags }: TextChannel) => flags.has(ChannelFlags.ChannelObfuscated);

describe('a channel that the bot can’t see', () => {
	it.each<[string, () => void]>([
		['an overwrite', () => guild.setOverwrites(staff.id, [])],
		['a permission of its role', () => guild.setRolePermissions(guild.botRole.id, Administrator)],
	])('arrives complete, with its threads, as soon as the bot sees it because of %s', async (_, act) => {
		const thread = guild.addChannel({ name: 'old talk', type: 11, parentId: staff.id });
		const client = await loginClient(discord);
		expect(client.channels.cache.has(thread.id)).toBe(false);
		const { name, nsfw } = cached(client);
		expect([name, nsfw, isObfuscated(cached(client))]).toEqual(['___hidden___', false, true]);
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

	it('is complete in the interactions of people who see it, but without its overwrites', async () => {
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
		const permissions = String(guild.permissionsOf(admin.id, staff.id));
		expect(d).toMatchObject({
			channel: { name: 'staff', nsfw: true },
			data: {
				resolved: {
					channels: { [staff.id]: { name: 'staff', permissions, app_permissions: expect.any(String) } },
				},
			},
		});
		expect(JSON.stringify(d['data'])).not.toContain('permission_overwrites');
	});
});

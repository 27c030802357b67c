import type { Guild, LocalDiscord } from '@claimcheck/local-discord';
import { ChannelType, type Client, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { loginClient, startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { cachedGuildFacts, fetchGuildFacts } from '../../../src/discord/guilds/guild-facts.js';

// The same tests run for both sources: the gateway’s cache in discord.js, and the REST API.

async function bothFacts(arrange: (guild: Guild, discord: LocalDiscord) => void) {
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'Aurora Support' });
	arrange(guild, discord);
	const client: Client<true> = await loginClient(discord);
	const cached = cachedGuildFacts(client, guild.id);
	if (cached === undefined) throw new Error('The gateway has told nothing');
	const channelIds = [...guild.channels.keys(), '400000000000000009'];
	const fetched = await fetchGuildFacts(client.rest, guild.id, discord.botId, channelIds);
	return { guild, sources: [cached, fetched] };
}

describe('facts about a server', () => {
	it('distinguish a role that the bot can give from a higher one, a managed one and @everyone', async () => {
		const roles: Record<string, string> = {};
		const { guild, sources } = await bothFacts((it) => {
			roles['low'] = it.addRole({ name: 'Buyer' }).id;
			roles['managed'] = it.addRole({ name: 'Other bot', isManaged: true }).id;
			roles['high'] = it.addRole({ name: 'Legend', position: 9 }).id;
		});
		for (const facts of sources) {
			const usual = {
				...{ isEveryone: false, isManaged: false, isMentionable: false, isBelowBot: true },
				...{ powers: [], powerBits: 0n, canManageRoles: false, opens: [] },
			};
			expect(facts.role(roles['low'] ?? '')).toEqual({ ...usual, name: 'Buyer' });
			expect(facts.role(roles['managed'] ?? '')).toEqual({ ...usual, name: 'Other bot', isManaged: true });
			expect(facts.role(roles['high'] ?? '')).toEqual({ ...usual, name: 'Legend', isBelowBot: false });
			expect(facts.role(guild.botRole.id)).toMatchObject({ isManaged: true, isBelowBot: false });
			expect(facts.role(guild.id)).toMatchObject({ isEveryone: true });
			expect(facts.role('300000000000000009')).toBeUndefined();
		}
	});

	it('include a role’s effects: mentions, roles, and permissions that @everyone lacks, even unknown ones', async () => {
		const { BanMembers, MentionEveryone, SendMessages, ManageGuild, ManageRoles, Administrator } =
			PermissionFlagsBits;
		const { MuteMembers, Connect } = PermissionFlagsBits;
		const unknown = 1n << 60n;
		const ids: string[] = [];
		const channels: string[] = [];
		const { sources, guild } = await bothFacts((it) => {
			it.setRolePermissions(it.id, it.role(it.id).permissions | MentionEveryone);
			const bits = [
				BanMembers | MentionEveryone | SendMessages | ManageGuild,
				MuteMembers | Connect | unknown,
				ManageRoles,
				Administrator,
			];
			ids.push(...bits.map((permissions) => it.addRole({ name: 'Staff', permissions }).id));
			ids.push(it.addRole({ name: 'News', isMentionable: true }).id);
			const overwrite = { id: it.id, type: 0, allow: 0n, deny: MentionEveryone } as const;
			for (const overwrites of [[], [overwrite]])
				channels.push(it.addChannel({ name: 'talk', overwrites }).id);
		});
		for (const facts of sources) {
			const roles = [...ids, guild.id].map((id) => facts.role(id));
			expect(roles.map((role) => role?.powers)).toEqual([
				...[['ManageGuild', 'BanMembers'], ['MuteMembers', 'Unknown'], ['ManageRoles'], ['Administrator']],
				...[[], []],
			]);
			expect(roles[1]?.powerBits).toBe(MuteMembers | unknown);
			expect(roles.map((role) => role?.canManageRoles)).toEqual([false, false, true, true, false, false]);
			expect(roles.map((role) => role?.isMentionable)).toEqual([false, false, false, false, true, false]);
			const found = channels.map((id) => facts.channel(id));
			expect(found).toMatchObject([{ canMention: true }, { canMention: false }]);
		}
	});

	it('include the channels that a role opens, and those that everyone can read', async () => {
		const known: Record<string, string> = {};
		const { sources } = await bothFacts((it) => {
			const { ViewChannel } = PermissionFlagsBits;
			const role = it.addRole({ name: 'Insider', permissions: ViewChannel });
			const denied = { id: it.id, type: 0, allow: 0n, deny: ViewChannel } as const;
			const opened = { id: role.id, type: 0, allow: ViewChannel, deny: 0n } as const;
			known['role'] = role.id;
			known['open'] = it.addChannel({ name: 'open', overwrites: [opened] }).id;
			const bot = { id: it.botId, type: 1, allow: ViewChannel, deny: 0n } as const;
			known['secret'] = it.addChannel({ name: 'secret', overwrites: [denied, bot] }).id;
			known['insiders'] = it.addChannel({ name: 'insiders', overwrites: [denied, opened, bot] }).id;
		});
		for (const facts of sources) {
			expect(facts.role(known['role'] ?? '')?.opens).toEqual([known['insiders']]);
			const lacking = { open: [], secret: ['ViewChannel'], insiders: ['ViewChannel'] };
			for (const [name, everyoneLacks] of Object.entries(lacking))
				expect(facts.channel(known[name] ?? '')).toMatchObject({ everyoneLacks });
		}
	});

	it.each([
		['with Manage Roles', PermissionFlagsBits.ManageRoles, true],
		['as an administrator', PermissionFlagsBits.Administrator, true],
		['with neither', PermissionFlagsBits.ViewChannel, false],
	])('say whether the bot may manage roles: %s', async (_, permissions, expected) => {
		const { sources } = await bothFacts((it) => it.setRolePermissions(it.botRole.id, permissions));
		for (const facts of sources) expect(facts.canManageRoles).toBe(expected);
	});

	it('include the bot’s missing permissions in a channel, after the overwrites of @everyone, its role and itself', async () => {
		const { ViewChannel, SendMessages } = PermissionFlagsBits;
		const channels: [id: string, lacking: string[]][] = [];
		const { sources } = await bothFacts((it, { botId }) => {
			const deny = (bits: bigint) => ({ id: it.id, type: 0 as const, allow: 0n, deny: bits });
			const allowRole = (bits: bigint) => ({ id: it.botRole.id, type: 0 as const, allow: bits, deny: 0n });
			const denyBot = (bits: bigint) => ({ id: botId, type: 1 as const, allow: 0n, deny: bits });
			const add = (lacking: string[], ...overwrites: ReturnType<typeof denyBot | typeof deny>[]) =>
				channels.push([it.addChannel({ name: 'channel', overwrites }).id, lacking]);
			add([]);
			add(['SendMessages'], deny(ViewChannel | SendMessages), allowRole(ViewChannel));
			add(['SendMessages'], allowRole(SendMessages), denyBot(SendMessages));
		});
		for (const facts of sources) {
			for (const [id, lacking] of channels) {
				expect(facts.channel(id)).toMatchObject({ name: 'channel', takesMessages: true, lacking });
			}
			expect(facts.channel('400000000000000009')).toBeUndefined();
		}
	});

	it('say only that a channel exists if the bot can’t see it, and count such channels', async () => {
		let [role, hidden, thread] = ['', '', ''];
		const { sources } = await bothFacts((it) => {
			const { ViewChannel } = PermissionFlagsBits;
			role = it.addRole({ name: 'Insider' }).id;
			const denied = { id: it.id, type: 0, allow: 0n, deny: ViewChannel } as const;
			const opened = { id: role, type: 0, allow: ViewChannel, deny: 0n } as const;
			it.addChannel({ name: 'staff area', type: ChannelType.GuildCategory, overwrites: [denied] });
			hidden = it.addChannel({ name: 'insiders', overwrites: [denied, opened] }).id;
			thread = it.addChannel({ name: 'talk', type: ChannelType.PublicThread, parentId: hidden }).id;
		});
		const [cached, fetched] = sources;
		const found = [cached?.channel(hidden), fetched?.channel(hidden), fetched?.channel(thread)];
		expect(found).toEqual(['hidden', 'hidden', 'hidden']);
		expect([cached?.role(role)?.opens, fetched?.role(role)?.opens]).toEqual([[], []]);
		expect([cached?.hiddenChannels, fetched?.hiddenChannels]).toEqual([1, undefined]);
	});

	it('prefer the bot’s current permissions to a channel cached before they changed', async () => {
		const discord = await startDiscord();
		const guild = discord.createGuild({ name: 'Aurora Support' });
		const deny = PermissionFlagsBits.ViewChannel;
		const overwrites = [{ id: guild.id, type: 0, allow: 0n, deny }] as const;
		const staff = guild.addRole({ name: 'Staff', permissions: PermissionFlagsBits.Administrator });
		guild.giveRole(discord.botId, staff.id);
		const { id } = guild.addChannel({ name: 'staff', overwrites });
		const client = await loginClient(discord);
		const seen = () => cachedGuildFacts(client, guild.id)?.channel(id);
		expect(seen()).toMatchObject({ name: 'staff', everyoneLacks: ['ViewChannel'] });
		guild.takeRole(discord.botId, staff.id);
		await expect.poll(seen).toBe('hidden');
		guild.giveRole(discord.botId, staff.id);
		await expect.poll(seen).toMatchObject({ name: 'staff' });
	});

	it('check a thread by its own permission, and by its channel’s overwrites and age restriction', async () => {
		const ids: Record<string, string> = {};
		const { sources } = await bothFacts((it) => {
			const deny = PermissionFlagsBits.SendMessagesInThreads;
			const overwrites = [{ id: it.id, type: 0, allow: 0n, deny }] as const;
			const parentId = it.addChannel({ name: 'adults', overwrites, isAgeRestricted: true }).id;
			ids['channel'] = parentId;
			ids['thread'] = it.addChannel({ name: 'talk', type: ChannelType.PublicThread, parentId }).id;
		});
		for (const facts of sources) {
			expect(facts.channel(ids['channel'] ?? '')).toMatchObject({ lacking: [], isAgeRestricted: true });
			const lacking = ['SendMessagesInThreads'];
			expect(facts.channel(ids['thread'] ?? '')).toMatchObject({
				takesMessages: true,
				isAgeRestricted: true,
				everyoneLacks: [],
				lacking,
			});
		}
	});

	it('are undefined if the bot is not in the server', async () => {
		const discord = await startDiscord();
		const client = await loginClient(discord);
		expect(cachedGuildFacts(client, '100000000000000009')).toBeUndefined();
	});
});

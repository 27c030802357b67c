import {
	type APIChannel,
	type APIGuild,
	type APIGuildMember,
	type APIOverwrite,
	type APIRole,
	type APIThreadChannel,
	ChannelType,
	PermissionFlagsBits,
	type REST,
	Routes,
} from 'discord.js';
import type { ChannelFacts, GuildFacts, HiddenChannel, RoleFacts } from '../../guilds/guild-facts.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';
import {
	canManageRoles,
	isOpenToAll,
	lackingForAll,
	lackingIn,
	openedBy,
	permissionsAfter,
	powerBitsOf,
	powersIn,
} from './guild-permissions.js';

/**
 * Reads a guild over REST only. Rejects with discord.js errors: 10004 or 50001 if the bot is not in the guild.
 * @param channelIds the channels to ask about: the list that Discord sends leaves out threads, and what the bot can't see
 */
export async function fetchGuildFacts(
	rest: REST,
	guildId: string,
	botId: string,
	channelIds: readonly string[],
): Promise<GuildFacts> {
	const [guild, me, channels] = (await Promise.all([
		rest.get(Routes.guild(guildId)),
		rest.get(Routes.guildMember(guildId, botId)),
		rest.get(Routes.guildChannels(guildId)),
	])) as [APIGuild, APIGuildMember, APIChannel[]];
	const listed = new Set(channels.map(({ id }) => id));
	const hidden = new Set<string>();
	for (const id of new Set(channelIds)) {
		if (listed.has(id)) continue;
		const found = await fetchChannel(rest, id);
		if (found === 'hidden') hidden.add(id);
		else if (found !== undefined && 'guild_id' in found && found.guild_id === guildId) channels.push(found);
	}
	const everyone = guild.roles.find(({ id }) => id === guildId);
	const everybodys = BigInt(everyone?.permissions ?? 0);
	const seen = channels
		.filter((channel) => channel.type !== ChannelType.GuildCategory && !isThread(channel))
		.map((channel) => ({ id: channel.id, overwrites: overwritesOf(channel) }));
	const own = guild.roles.filter(({ id }) => id === guildId || me.roles.includes(id));
	const top = own.find((role) => own.every((other) => other === role || isAbove(role, other)));
	const base = own.reduce((bits, { permissions }) => bits | BigInt(permissions), 0n);
	const isAdministrator = guild.owner_id === botId || (base & PermissionFlagsBits.Administrator) !== 0n;
	const member = { guildId, userId: botId, roleIds: me.roles };
	const permissionsIn = (channel: APIChannel): bigint =>
		isAdministrator ? everyPermission : permissionsAfter(base, overwritesOf(placeOf(channel)), member);
	const placeOf = (channel: APIChannel): APIChannel =>
		(isThread(channel) && channels.find(({ id }) => id === channel.parent_id)) || channel;
	return {
		id: guild.id,
		name: guild.name,
		canManageRoles: isAdministrator || canManageRoles(base),
		role(roleId): RoleFacts | undefined {
			const role = guild.roles.find(({ id }) => id === roleId);
			if (role === undefined) return undefined;
			const permissions = BigInt(role.permissions);
			const powerBits = powerBitsOf(permissions, everybodys);
			return {
				name: role.name,
				isEveryone: role.id === guildId,
				isManaged: role.managed,
				isMentionable: role.mentionable,
				isBelowBot: top !== undefined && isAbove(top, role),
				powers: powersIn(powerBits),
				powerBits,
				canManageRoles: canManageRoles(permissions | everybodys),
				opens: openedBy({ id: roleId, permissions }, { guildId, everybodys }, seen),
			};
		},
		channel(channelId): ChannelFacts | HiddenChannel | undefined {
			const channel = channels.find(({ id }) => id === channelId);
			if (channel === undefined) return hidden.has(channelId) ? 'hidden' : undefined;
			// A thread has the overwrites and the age restriction of its parent.
			const parent = placeOf(channel);
			const place = { id: channelId, overwrites: overwritesOf(parent) };
			return {
				name: channel.name ?? '',
				takesMessages: writableTypes.has(channel.type),
				isAgeRestricted: 'nsfw' in parent && parent.nsfw === true,
				isOpenToAll: isOpenToAll(guildId, everybodys, place),
				everyoneLacks: lackingForAll(guildId, everybodys, place),
				canMention: (permissionsIn(channel) & PermissionFlagsBits.MentionEveryone) !== 0n,
				lacking: lackingIn(permissionsIn(channel), isThread(channel)),
			};
		},
	};
}

const everyPermission = Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n);

const writableTypes = new Set<ChannelType>([
	ChannelType.GuildText,
	ChannelType.GuildAnnouncement,
	ChannelType.GuildVoice,
	ChannelType.GuildStageVoice,
	ChannelType.AnnouncementThread,
	ChannelType.PublicThread,
	ChannelType.PrivateThread,
]);

/** @returns undefined if there is no such channel */
async function fetchChannel(rest: REST, id: string): Promise<APIChannel | HiddenChannel | undefined> {
	try {
		return (await rest.get(Routes.channel(id))) as APIChannel;
	} catch (error) {
		const code = apiCodeOf(error);
		if (code === apiCodes.missingAccess) return 'hidden';
		if (code === apiCodes.unknownChannel) return undefined;
		throw error;
	}
}

function isThread(channel: APIChannel): channel is APIThreadChannel {
	return 'thread_metadata' in channel;
}

/** Of two roles at the same position the older one ranks higher, as in discord.js. */
function isAbove(role: APIRole, other: APIRole): boolean {
	return (
		role.position > other.position || (role.position === other.position && BigInt(role.id) < BigInt(other.id))
	);
}

function overwritesOf(channel: APIChannel): readonly APIOverwrite[] {
	return 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : [];
}

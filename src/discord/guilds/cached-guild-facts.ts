import {
	type APIOverwrite,
	ChannelFlags,
	ChannelType,
	type Client,
	type Guild,
	type GuildMember,
	PermissionFlagsBits,
} from 'discord.js';
import type { GuildFacts } from '../../guilds/guild-facts.js';
import {
	canManageRoles,
	isOpenToAll,
	lackingForAll,
	lackingIn,
	openedBy,
	powerBitsOf,
	powersIn,
	type SeenChannel,
} from './guild-permissions.js';

/** A guild from the gateway cache, without a request; undefined if the bot is not in it or Discord has an outage. */
export function cachedGuildFacts(client: Client, guildId: string): GuildFacts | undefined {
	const guild = client.guilds.cache.get(guildId);
	const me = guild?.available ? guild.members.me : null;
	if (guild === undefined || me === null) return undefined;
	const everybodys = guild.roles.everyone.permissions.bitfield;
	const seen = () =>
		channelsOf(guild)
			.filter((channel) => !isHiddenFrom(me, channel))
			.map(seenChannel);
	return {
		id: guild.id,
		name: guild.name,
		canManageRoles: me.permissions.has(PermissionFlagsBits.ManageRoles),
		role(roleId) {
			const role = guild.roles.cache.get(roleId);
			if (role === undefined) return undefined;
			const permissions = role.permissions.bitfield;
			const powerBits = powerBitsOf(permissions, everybodys);
			return {
				name: role.name,
				isEveryone: role.id === guild.id,
				isManaged: role.managed,
				isMentionable: role.mentionable,
				isBelowBot: me.roles.highest.comparePositionTo(role) > 0,
				powers: powersIn(powerBits),
				powerBits,
				canManageRoles: canManageRoles(permissions | everybodys),
				opens: openedBy({ id: roleId, permissions }, { guildId, everybodys }, seen()),
			};
		},
		channel(channelId) {
			const channel = guild.channels.cache.get(channelId);
			if (channel === undefined) return undefined;
			if (isHiddenFrom(me, channel)) return 'hidden';
			// A thread has the overwrites and the age restriction of its parent.
			const place = (channel.isThread() && channel.parent) || channel;
			const seen = { id: channelId, overwrites: overwritesOf(place) };
			const own = channel.permissionsFor(me);
			return {
				name: channel.name,
				takesMessages: channel.isSendable(),
				isAgeRestricted: 'nsfw' in place && place.nsfw,
				isOpenToAll: isOpenToAll(guildId, everybodys, seen),
				everyoneLacks: lackingForAll(guildId, everybodys, seen),
				canMention: own.has(PermissionFlagsBits.MentionEveryone),
				lacking: lackingIn(own.bitfield, channel.isThread()),
			};
		},
		get hiddenChannels() {
			return channelsOf(guild).filter((channel) => isHiddenFrom(me, channel)).length;
		},
	};
}

type Channel = Guild['channels']['cache'] extends ReadonlyMap<string, infer Value> ? Value : never;

/** All channels that can be written or talked in. A thread is visible to everyone who sees its parent channel. */
function channelsOf(guild: Guild): readonly Channel[] {
	return [...guild.channels.cache.values()].filter(
		(channel) => channel.type !== ChannelType.GuildCategory && !channel.isThread(),
	);
}

/**
 * True if the cached channel is obfuscated, or may be outdated because the bot can't see it any more. An interaction can
 * clear the flag in the cache, but not the invented overwrite, which denies the bot the view.
 */
export function isHiddenFrom(me: GuildMember, channel: Channel): boolean {
	const { flags } = channel;
	return (
		flags.has(ChannelFlags.ChannelObfuscated) ||
		!channel.permissionsFor(me).has(PermissionFlagsBits.ViewChannel)
	);
}

function seenChannel(channel: Channel): SeenChannel {
	return { id: channel.id, overwrites: overwritesOf(channel) };
}

function overwritesOf(channel: Channel): readonly APIOverwrite[] {
	if (!('permissionOverwrites' in channel)) return [];
	return channel.permissionOverwrites.cache.map(({ id, type, allow, deny }) => ({
		id,
		type,
		allow: String(allow.bitfield),
		deny: String(deny.bitfield),
	}));
}

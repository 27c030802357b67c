import {
	ChannelFlags,
	ChannelType,
	Client,
	type Guild,
	type GuildBasedChannel,
	type GuildMember,
	PermissionFlagsBits,
	type PermissionsString,
	type REST,
	type Role,
} from 'discord.js';
import { messagesOf } from '../../i18n/messages.js';
import type { GuildFacts, Permission } from '../../servers/guild-facts.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';

/** A guild from the gateway cache, without a request; undefined if the bot is not in it or Discord has an outage. */
export function cachedGuildFacts(client: Client, guildId: string): GuildFacts | undefined {
	const guild = client.guilds.cache.get(guildId);
	const me = guild?.available ? guild.members.me : null;
	return guild === undefined || me === null ? undefined : factsOf(guild, me);
}

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
	// Only for discord.js' model of a guild: it neither connects nor sets a timer.
	const unconnected = new Client({
		intents: [],
		sweepers: {},
		rest: { hashSweepInterval: 0, handlerSweepInterval: 0 },
	});
	unconnected.rest = rest;
	const guild = await unconnected.guilds.fetch({ guild: guildId, withCounts: false });
	const [me] = await Promise.all([guild.members.fetch(botId), guild.channels.fetch()]);
	const hidden = new Set<string>();
	for (const id of new Set(channelIds)) {
		try {
			await unconnected.channels.fetch(id);
		} catch (error) {
			const code = apiCodeOf(error);
			if (code === apiCodes.missingAccess) hidden.add(id);
			else if (code !== apiCodes.unknownChannel) throw error;
		}
	}
	return factsOf(guild, me, hidden);
}

/** `hidden`: channels that are known only by their ids. Without it, the guild's cache holds the hidden ones too. */
function factsOf(guild: Guild, me: GuildMember, hidden?: ReadonlySet<string>): GuildFacts {
	const { everyone } = guild.roles;
	const everybodys = everyone.permissions.bitfield;
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
				opens: channelsOf(guild)
					.filter((channel) => !isHiddenFrom(me, channel))
					.filter((channel) => !canRead(everyone, channel) && canRead(role, channel))
					.map(({ id }) => id),
			};
		},
		channel(channelId) {
			const channel = guild.channels.cache.get(channelId);
			if (channel === undefined) return hidden?.has(channelId) ? 'hidden' : undefined;
			if (isHiddenFrom(me, channel)) return 'hidden';
			// A thread has the age restriction and, in discord.js, the permissions of its parent.
			const place = (channel.isThread() && channel.parent) || channel;
			const own = channel.permissionsFor(me);
			const send = channel.isThread() ? 'SendMessagesInThreads' : 'SendMessages';
			const needs = ['ViewChannel', send] as const;
			return {
				name: channel.name,
				takesMessages: channel.isSendable(),
				isAgeRestricted: 'nsfw' in place && place.nsfw,
				everyoneLacks: readerNeeds.filter(
					(need) => !channel.permissionsFor(everyone, false).has(need, false),
				),
				canMention: own.has(PermissionFlagsBits.MentionEveryone, false),
				lacking: needs.filter((need) => !own.has(need, false)),
				canAttach: own.has(PermissionFlagsBits.AttachFiles, false),
			};
		},
		get hiddenChannels() {
			if (hidden !== undefined) return undefined;
			return channelsOf(guild).filter((channel) => isHiddenFrom(me, channel)).length;
		},
	};
}

/** The permissions that a member needs to read older messages. */
const readerNeeds = ['ViewChannel', 'ReadMessageHistory'] as const;

/** All channels that can be written or talked in. A thread is visible to everyone who sees its parent channel. */
function channelsOf(guild: Guild): readonly GuildBasedChannel[] {
	return [...guild.channels.cache.values()].filter(
		(channel) => channel.type !== ChannelType.GuildCategory && !channel.isThread(),
	);
}

/** True if members with this role, and no other, can read the channel by its overwrites. */
function canRead(role: Role, channel: GuildBasedChannel): boolean {
	return channel.permissionsFor(role, false).has(PermissionFlagsBits.ViewChannel, false);
}

/**
 * True if the cached channel is obfuscated, or may be outdated because the bot can't see it any more. An interaction can
 * clear the flag in the cache, but not the invented overwrite, which denies the bot the view.
 */
export function isHiddenFrom(me: GuildMember, channel: GuildBasedChannel): boolean {
	const isViewable = channel.permissionsFor(me).has(PermissionFlagsBits.ViewChannel);
	return !isViewable || channel.flags.has(ChannelFlags.ChannelObfuscated);
}

/** Permissions that can't harm others. New Discord permissions count as harmful until they are added here. */
const harmless = [
	'AddReactions',
	'AttachFiles',
	'ChangeNickname',
	'Connect',
	'CreateInstantInvite',
	'CreatePrivateThreads',
	'CreatePublicThreads',
	'EmbedLinks',
	'ReadMessageHistory',
	'RequestToSpeak',
	'SendMessages',
	'SendMessagesInThreads',
	'SendPolls',
	'SendTTSMessages',
	'SendVoiceMessages',
	'SetVoiceChannelStatus',
	'Speak',
	'Stream',
	'UseApplicationCommands',
	'UseEmbeddedActivities',
	'UseExternalApps',
	'UseExternalEmojis',
	'UseExternalSounds',
	'UseExternalStickers',
	'UseSoundboard',
	'UseVAD',
	'ViewChannel',
] as const satisfies readonly PermissionsString[];

const bitsOf = (names: readonly PermissionsString[]): bigint =>
	names.reduce((all, name) => all | PermissionFlagsBits[name], 0n);
const harmlessBits = bitsOf(harmless);
const named = Object.keys(messagesOf('en'))
	.map((key) => key.replace(/^permission\./, ''))
	.filter((name): name is Permission & PermissionsString => Object.hasOwn(PermissionFlagsBits, name));
const namedBits = bitsOf(named);

/** A role's permissions, except harmless ones and @everyone's: Discord copies those into each new role. */
export function powerBitsOf(permissions: bigint, everybodys: bigint): bigint {
	return permissions & ~everybodys & ~harmlessBits;
}

/** True if a member with these guild permissions may manage its roles. */
function canManageRoles(permissions: bigint): boolean {
	const { Administrator, ManageRoles } = PermissionFlagsBits;
	return (permissions & (Administrator | ManageRoles)) !== 0n;
}

export function powersIn(bits: bigint): readonly Permission[] {
	const powers = named.filter((name) => (bits & PermissionFlagsBits[name]) !== 0n);
	return (bits & ~namedBits) === 0n ? powers : [...powers, 'Unknown'];
}

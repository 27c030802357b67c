import {
	GuildChannelResponseSchema,
	GuildMemberResponseSchema,
	GuildResponseSchema,
	GuildRoleResponseSchema,
	MyGuildResponseSchema,
	ThreadResponseSchema,
} from 'discord-api-spec/zod';
import {
	type APIChannel,
	type APIGuild,
	type APIGuildMember,
	type APIInteractionGuildMember,
	type APIRole,
	ChannelFlags,
	ChannelType,
	type GatewayGuildCreateDispatchData,
	PermissionFlagsBits,
	type RESTAPIPartialCurrentUserGuild,
} from 'discord-api-types/v10';
import type { Guild } from './guild.js';
import { type Channel, isThread, type Member, type Role } from './guild-parts.js';
import { conforming } from './spec.js';
import { userPayload } from './users.js';

export function rolePayload(role: Role): APIRole {
	return conforming(
		GuildRoleResponseSchema,
		{
			id: role.id,
			name: role.name,
			permissions: String(role.permissions),
			position: role.position,
			color: role.color,
			colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
			hoist: role.isHoisted,
			managed: role.isManaged,
			mentionable: role.isMentionable,
			icon: null,
			unicode_emoji: null,
			flags: 0,
			...(role.botId !== undefined && { tags: { bot_id: role.botId } }),
		},
		'role',
	);
}

export function memberPayload(member: Member): APIGuildMember {
	return conforming(
		GuildMemberResponseSchema,
		{
			user: userPayload(member.user),
			nick: null,
			avatar: null,
			banner: null,
			roles: [...member.roleIds],
			joined_at: new Date(member.joinedAt).toISOString(),
			premium_since: null,
			communication_disabled_until:
				member.timedOutUntil === undefined ? null : new Date(member.timedOutUntil).toISOString(),
			pending: member.isPending ?? false,
			deaf: false,
			mute: false,
			flags: 0,
		},
		'member',
	);
}

/** A member in an interaction, with their permissions in the channel. */
export function interactionMemberPayload(
	guild: Guild,
	member: Member,
	channelId: string,
): APIInteractionGuildMember {
	const permissions = String(guild.permissionsOf(member.user.id, channelId));
	return { ...memberPayload(member), user: userPayload(member.user), permissions };
}

/**
 * A channel or a thread as the gateway shows it to the bot. If the bot can't see the channel, everything but id, type
 * and position is invented. See
 * https://docs.discord.com/developers/resources/channel#channel-object-obfuscated-channels.
 */
export function seenChannelPayload(
	guild: Guild,
	channel: Channel,
	isHidden = guild.isHiddenFromBot(channel.id),
): APIChannel {
	if (!isHidden) return channelPayload(guild, channel);
	const { id, type, position } = channel;
	const denied = { id: guild.id, type: 0, allow: 0n, deny: PermissionFlagsBits.ViewChannel } as const;
	const shown = channelPayload(guild, {
		...{ id, type, position, parentId: undefined },
		name: '___hidden___',
		overwrites: [denied],
	});
	return { ...shown, flags: ChannelFlags.ChannelObfuscated };
}

/** A channel or a thread as the API and interactions show it. */
export function channelPayload(guild: Guild, channel: Channel): APIChannel {
	if (isThread(channel)) return threadPayload(guild, channel);
	return conforming(
		GuildChannelResponseSchema,
		{
			id: channel.id,
			type: channel.type,
			guild_id: guild.id,
			name: channel.name,
			position: channel.position,
			permission_overwrites: channel.overwrites.map((entry) => ({
				...entry,
				allow: String(entry.allow),
				deny: String(entry.deny),
			})),
			parent_id: null,
			topic: null,
			nsfw: channel.isAgeRestricted ?? false,
			rate_limit_per_user: channel.slowMode ?? 0,
			last_message_id: null,
			flags: 0,
			...(sounding.includes(channel.type) && { bitrate: 64_000, user_limit: 0, rtc_region: null }),
			...(channel.type === ChannelType.GuildForum && { available_tags: [], default_forum_layout: 0 }),
		},
		'channel',
	);
}

function threadPayload(guild: Guild, thread: Channel): APIChannel {
	return conforming(
		ThreadResponseSchema,
		{
			id: thread.id,
			type: thread.type,
			guild_id: guild.id,
			name: thread.name,
			parent_id: thread.parentId ?? null,
			owner_id: guild.ownerId,
			thread_metadata: {
				archived: false,
				archive_timestamp: new Date(0).toISOString(),
				auto_archive_duration: 1440,
				locked: false,
			},
			message_count: 0,
			member_count: 1,
			total_message_sent: 0,
			rate_limit_per_user: 0,
			last_message_id: null,
			flags: 0,
		},
		'thread',
	);
}

const sounding: readonly ChannelType[] = [ChannelType.GuildVoice, ChannelType.GuildStageVoice];

/** A server as the API shows it. */
export function guildPayload(guild: Guild): APIGuild {
	return conforming(
		GuildResponseSchema,
		{
			id: guild.id,
			name: guild.name,
			owner_id: guild.ownerId,
			preferred_locale: guild.locale,
			roles: guild.rolesFromBelow().map(rolePayload),
			...emptyGuild,
			icon: guild.icon ?? null,
			system_channel_id: guild.systemChannelId ?? null,
		},
		'guild',
	);
}

/** A server in the list of a user's servers, here the bot's. */
export function ownGuildPayload(
	guild: Guild,
	userId: string,
	withCounts: boolean,
): RESTAPIPartialCurrentUserGuild {
	return conforming(
		MyGuildResponseSchema,
		{
			id: guild.id,
			name: guild.name,
			icon: guild.icon ?? null,
			banner: null,
			owner: guild.ownerId === userId,
			permissions: String(guild.permissionsOf(userId)),
			features: [],
			...(withCounts && {
				approximate_member_count: guild.members.size,
				approximate_presence_count: guild.members.size,
			}),
		},
		'own guild',
	);
}

/** A server as GUILD_CREATE sends it. Without the presence intent, only the bot itself is among the members. */
export function guildCreatePayload(guild: Guild, botId: string): GatewayGuildCreateDispatchData {
	const bot = guild.member(botId);
	const channels = [...guild.channels.values()];
	const payload: unknown = {
		...guildPayload(guild),
		joined_at: new Date(bot.joinedAt).toISOString(),
		large: guild.members.size > 250,
		unavailable: false,
		member_count: guild.members.size,
		members: [memberPayload(bot)],
		channels: channels
			.filter((channel) => !isThread(channel))
			.map((channel) => seenChannelPayload(guild, channel)),
		threads: channels
			.filter((channel) => isThread(channel) && !guild.isHiddenFromBot(channel.id))
			.map((thread) => channelPayload(guild, thread)),
		presences: [],
		voice_states: [],
		stage_instances: [],
		guild_scheduled_events: [],
		soundboard_sounds: [],
	};
	// The gateway has no published schema; its parts are checked above.
	return payload as GatewayGuildCreateDispatchData;
}

const emptyGuild = {
	description: null,
	home_header: null,
	splash: null,
	discovery_splash: null,
	features: [],
	banner: null,
	application_id: null,
	region: 'us-west',
	afk_channel_id: null,
	afk_timeout: 300,
	system_channel_flags: 0,
	widget_enabled: false,
	widget_channel_id: null,
	verification_level: 0,
	default_message_notifications: 1,
	mfa_level: 0,
	explicit_content_filter: 0,
	max_presences: null,
	max_members: 500_000,
	max_stage_video_channel_users: 50,
	max_video_channel_users: 25,
	vanity_url_code: null,
	premium_tier: 0,
	premium_subscription_count: 0,
	rules_channel_id: null,
	safety_alerts_channel_id: null,
	public_updates_channel_id: null,
	premium_progress_bar_enabled: false,
	nsfw: false,
	nsfw_level: 0,
	emojis: [],
	stickers: [],
	incidents_data: null,
};

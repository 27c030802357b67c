import type { Guild } from './guild.js';
import { type GuildChange, isThread } from './guild-parts.js';
import {
	channelPayload,
	guildPayload,
	memberPayload,
	rolePayload,
	seenChannelPayload,
} from './guild-payloads.js';
import { userPayload } from './users.js';
import type { World } from './world.js';

/** For each server, the channels that the bot could not see when they were last announced. */
const hiddenIds = new WeakMap<Guild, ReadonlySet<string>>();

/** Reports a change in a server to the connected bots and the event log. */
export function announceGuildChange(to: World, guild: Guild, change: GuildChange): void {
	const before = hiddenIds.get(guild) ?? new Set();
	const isHidden = (id: string) => (guild.channels.has(id) ? guild.isHiddenFromBot(id) : before.has(id));
	hiddenIds.set(guild, new Set([...guild.channels.keys()].filter(isHidden)));
	announce(to, guild, change, isHidden);
	// Discord documents no event for the opposite, when a channel becomes invisible because of roles: the bot has to
	// compute it.
	const revealed = [...guild.channels.values()].filter(({ id }) => before.has(id) && !isHidden(id));
	const threads = revealed.filter(isThread).map((thread) => channelPayload(guild, thread));
	for (const channel of revealed) {
		const isAnnounced = change.type === 'channel-changed' && change.channel.id === channel.id;
		if (!isThread(channel) && !isAnnounced)
			announce(to, guild, { type: 'channel-changed', channel }, isHidden);
	}
	if (threads.length === 0) return;
	const channelIds = [
		...new Set(threads.flatMap((thread) => ('parent_id' in thread ? thread.parent_id : []))),
	];
	const sync = { guild_id: guild.id, channel_ids: channelIds, threads, members: [] };
	to.gateway.dispatch('THREAD_LIST_SYNC', sync, { guildId: guild.id });
}

function announce(
	to: World,
	guild: Guild,
	change: GuildChange,
	isHidden: (channelId: string) => boolean,
): void {
	const about = { guildId: guild.id };
	to.events.emit({ type: 'guild-changed', guildId: guild.id });
	const dispatch = (event: string, data: Record<string, unknown>) => to.gateway.dispatch(event, data, about);
	switch (change.type) {
		case 'server-changed':
			dispatch('GUILD_UPDATE', { ...guildPayload(guild) });
			return;
		case 'role-created':
		case 'role-changed': {
			const event = change.type === 'role-created' ? 'GUILD_ROLE_CREATE' : 'GUILD_ROLE_UPDATE';
			dispatch(event, { guild_id: guild.id, role: rolePayload(change.role) });
			const { reason } = change;
			to.events.emit({ type: change.type, guildId: guild.id, roleId: change.role.id, reason });
			return;
		}
		case 'role-deleted':
			dispatch('GUILD_ROLE_DELETE', { guild_id: guild.id, role_id: change.role.id });
			to.events.emit({ type: change.type, guildId: guild.id, roleId: change.role.id });
			return;
		case 'channel-created':
		case 'channel-changed':
		case 'channel-deleted': {
			const { channel, type } = change;
			const { id, parentId } = channel;
			const act = { 'channel-created': 'CREATE', 'channel-changed': 'UPDATE', 'channel-deleted': 'DELETE' }[
				type
			];
			if (!isThread(channel)) {
				dispatch(`CHANNEL_${act}`, { ...seenChannelPayload(guild, channel, isHidden(id)) });
			} else if (!isHidden(id)) {
				const place = { id, type: channel.type, guild_id: guild.id, parent_id: parentId };
				dispatch(`THREAD_${act}`, act === 'DELETE' ? place : { ...channelPayload(guild, channel) });
			}
			return;
		}
		case 'member-joined':
			dispatch('GUILD_MEMBER_ADD', { ...memberPayload(change.member), guild_id: guild.id });
			to.events.emit({ type: change.type, guildId: guild.id, userId: change.member.user.id });
			return;
		case 'member-left':
			dispatch('GUILD_MEMBER_REMOVE', { guild_id: guild.id, user: userPayload(change.member.user) });
			to.events.emit({ type: change.type, guildId: guild.id, userId: change.member.user.id });
			return;
		case 'member-changed':
			to.gateway.dispatch(
				'GUILD_MEMBER_UPDATE',
				{ ...memberPayload(change.member), guild_id: guild.id },
				{ ...about, isBotMember: change.member.user.id === to.botId },
			);
			return;
		case 'role-added':
		case 'role-removed':
			to.events.emit({
				type: change.type,
				guildId: guild.id,
				userId: change.member.user.id,
				roleId: change.role.id,
				reason: change.reason,
			});
	}
}

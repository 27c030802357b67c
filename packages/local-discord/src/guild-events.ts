import type { EventLog } from './events.js';
import type { Gateway } from './gateway.js';
import type { Guild } from './guild.js';
import { type Channel, type GuildChange, isThread } from './guild-parts.js';
import { channelPayload, guildPayload, memberPayload, rolePayload } from './guild-payloads.js';
import { userPayload } from './users.js';

/** Reports a change in a server to the connected bots and the event log. */
export function announceGuildChange(
	to: { readonly gateway: Gateway; readonly events: EventLog; readonly botId: string },
	guild: Guild,
	change: GuildChange,
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
			dispatch(`${familyOf(change.channel)}_CREATE`, { ...channelPayload(guild, change.channel) });
			return;
		case 'channel-changed':
			dispatch(`${familyOf(change.channel)}_UPDATE`, { ...channelPayload(guild, change.channel) });
			return;
		case 'channel-deleted': {
			const { id, type, parentId } = change.channel;
			const thread = { id, type, guild_id: guild.id, parent_id: parentId };
			const isOfThread = isThread(change.channel);
			dispatch(
				`${familyOf(change.channel)}_DELETE`,
				isOfThread ? thread : { ...channelPayload(guild, change.channel) },
			);
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

function familyOf(channel: Channel): 'CHANNEL' | 'THREAD' {
	return isThread(channel) ? 'THREAD' : 'CHANNEL';
}

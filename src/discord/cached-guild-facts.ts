import { type Client, PermissionFlagsBits } from 'discord.js';
import type { GuildFacts } from '../guilds/guild-facts.js';
import { lackingIn, powersOf } from './guild-permissions.js';

/** A guild as the gateway has told it: no request. Undefined: the bot is not in it, or Discord has an outage. */
export function cachedGuildFacts(client: Client, guildId: string): GuildFacts | undefined {
	const guild = client.guilds.cache.get(guildId);
	const me = guild?.available ? guild.members.me : null;
	if (guild === undefined || me === null) return undefined;
	return {
		id: guild.id,
		name: guild.name,
		canManageRoles: me.permissions.has(PermissionFlagsBits.ManageRoles),
		role(roleId) {
			const role = guild.roles.cache.get(roleId);
			return (
				role && {
					name: role.name,
					isEveryone: role.id === guild.id,
					isManaged: role.managed,
					isBelowBot: me.roles.highest.comparePositionTo(role) > 0,
					powers: powersOf(role.permissions.bitfield, guild.roles.everyone.permissions.bitfield),
				}
			);
		},
		channel(channelId) {
			const channel = guild.channels.cache.get(channelId);
			return (
				channel && {
					name: channel.name,
					takesMessages: channel.isSendable(),
					lacking: lackingIn(channel.permissionsFor(me).bitfield),
				}
			);
		},
	};
}

import { InteractionContextType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { RegisteredCommand } from './command-registry.js';
import type { Guild } from './guild.js';
import { isThread } from './guild-parts.js';
import { allows } from './permissions.js';

const { Administrator, UseApplicationCommands, ViewChannel } = PermissionFlagsBits;

/** The reason why a member can't start any interaction in a channel; undefined if they can. */
export function interactionHindrance(guild: Guild, userId: string, channelId: string): string | undefined {
	const isAdministrator = allows(guild.permissionsOf(userId), Administrator);
	if (guild.isTimedOut(userId) && !isAdministrator) return 'This member is timed out';
	const canSee = allows(guild.permissionsOf(userId, channelId), ViewChannel);
	return canSee ? undefined : `This member can’t see the channel ${guild.channel(channelId).name}`;
}

/** The reason why Discord doesn't offer a command to a member in a channel; undefined if it does. */
export function commandHindrance(
	guild: Guild,
	userId: string,
	channelId: string,
	command: RegisteredCommand,
): string | undefined {
	const { name, nsfw, contexts } = command.body;
	// A guild's own commands have no contexts; Discord ignores any that are sent.
	const isForGuilds =
		command.guildId !== undefined || contexts == null || contexts.includes(InteractionContextType.Guild);
	if (!isForGuilds) return `${name} is a command for direct messages`;
	if (nsfw && !isAgeRestricted(guild, channelId)) return `${name} needs an age-restricted channel`;
	const held = guild.permissionsOf(userId, channelId);
	if (!allows(held, UseApplicationCommands)) return 'This member lacks Use Application Commands';
	return mayUse(guild, userId, command) ? undefined : `This member may not use ${name}`;
}

function isAgeRestricted(guild: Guild, channelId: string): boolean {
	const channel = guild.channel(channelId);
	const { isAgeRestricted } =
		channel.parentId !== undefined && isThread(channel) ? guild.channel(channel.parentId) : channel;
	return isAgeRestricted ?? false;
}

/**
 * The command's own overrides decide, then the application's (whose id stands for all its commands), then the command's
 * default: https://discord.com/developers/docs/interactions/application-commands#permissions
 */
function mayUse(guild: Guild, userId: string, { id, body }: RegisteredCommand): boolean {
	const held = guild.permissionsOf(userId);
	if (allows(held, Administrator)) return true;
	const own = overrideFor(guild, userId, id);
	if (own !== undefined) return own;
	// The bot has the same id as the application.
	if (overrideFor(guild, userId, guild.botId) === false) return false;
	const needed = body.default_member_permissions;
	// "0" means only administrators.
	return needed == null || (BigInt(needed) !== 0n && allows(held, BigInt(needed)));
}

/** An override for one of the member's roles counts before the one for @everyone, and an allowing one before a denying one. */
function overrideFor(guild: Guild, userId: string, id: string): boolean | undefined {
	const { roleIds } = guild.member(userId);
	const entries = guild.commandPermissions.get(id) ?? [];
	const ofRoles = entries.filter(({ roleId }) => roleIds.has(roleId));
	const decisive = ofRoles.length > 0 ? ofRoles : entries.filter(({ roleId }) => roleId === guild.id);
	return decisive.length === 0 ? undefined : decisive.some(({ isAllowed }) => isAllowed);
}

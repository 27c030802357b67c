import { type APIOverwrite, OverwriteType, PermissionFlagsBits } from 'discord.js';
import type { ChannelNeed, Power } from '../guilds/guild-facts.js';

const allPowers = [
	'Administrator',
	'ManageGuild',
	'ManageRoles',
	'ManageChannels',
	'ManageWebhooks',
	'ManageMessages',
	'ManageThreads',
	'ManageNicknames',
	'ManageEvents',
	'ManageGuildExpressions',
	'KickMembers',
	'BanMembers',
	'ModerateMembers',
	'MentionEveryone',
] as const satisfies readonly Power[];

const channelNeeds = ['ViewChannel', 'SendMessages'] as const satisfies readonly ChannelNeed[];

/**
 * What a role hands out beyond what everybody may. Permissions as bits; a new role in Discord starts with a copy of
 * @everyone's.
 */
export function powersOf(permissions: bigint, everybodys: bigint): readonly Power[] {
	const more = permissions & ~everybodys;
	return allPowers.filter((name) => (more & PermissionFlagsBits[name]) !== 0n);
}

/** What is missing for writing to a channel in which one has these permissions. */
export function lackingIn(permissions: bigint): readonly ChannelNeed[] {
	return channelNeeds.filter((name) => (permissions & PermissionFlagsBits[name]) === 0n);
}

/**
 * A member's permissions in a channel, from those in the guild (`base`) and the channel's overwrites, as in
 * https://discord.com/developers/docs/topics/permissions#permission-overwrites. Not for administrators, whom no
 * overwrite touches.
 */
export function permissionsAfter(
	base: bigint,
	overwrites: readonly APIOverwrite[],
	member: { readonly guildId: string; readonly userId: string; readonly roleIds: readonly string[] },
): bigint {
	const steps = [
		overwrites.filter(({ id }) => id === member.guildId),
		overwrites.filter(({ type, id }) => type === OverwriteType.Role && member.roleIds.includes(id)),
		overwrites.filter(({ type, id }) => type === OverwriteType.Member && id === member.userId),
	];
	return steps.reduce((bits, step) => {
		const denied = step.reduce((all, { deny }) => all | BigInt(deny), 0n);
		const allowed = step.reduce((all, { allow }) => all | BigInt(allow), 0n);
		return (bits & ~denied) | allowed;
	}, base);
}

import { type APIOverwrite, OverwriteType, PermissionFlagsBits, type PermissionsString } from 'discord.js';
import type { ChannelNeed, Power, ReaderNeed } from '../../guilds/guild-facts.js';

const namedPowers = [
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
	'MuteMembers',
	'DeafenMembers',
	'MoveMembers',
	'PrioritySpeaker',
	'ViewAuditLog',
	'ViewGuildInsights',
	'ViewCreatorMonetizationAnalytics',
	'CreateGuildExpressions',
	'CreateEvents',
	'PinMessages',
	'BypassSlowmode',
] as const satisfies readonly Exclude<Power, 'Unknown'>[];

/** Permissions that harm nobody else. New ones of Discord don't count as harmless until somebody adds them here. */
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
const namedBits = bitsOf(namedPowers);

const channelNeeds = ['ViewChannel', 'SendMessages'] as const satisfies readonly ChannelNeed[];

/**
 * What a role hands out beyond what everybody may and what is harmless. Permissions as bits; a new role in Discord
 * starts with a copy of @everyone's.
 */
export function powerBitsOf(permissions: bigint, everybodys: bigint): bigint {
	return permissions & ~everybodys & ~harmlessBits;
}

/** Whether these permissions in a guild let a member manage its roles. */
export function canManageRoles(permissions: bigint): boolean {
	const { Administrator, ManageRoles } = PermissionFlagsBits;
	return (permissions & (Administrator | ManageRoles)) !== 0n;
}

/** The names of such bits. */
export function powersIn(bits: bigint): readonly Power[] {
	const named = namedPowers.filter((name) => (bits & PermissionFlagsBits[name]) !== 0n);
	return (bits & ~namedBits) === 0n ? named : [...named, 'Unknown'];
}

/** A channel as far as it decides who sees it. */
export interface SeenChannel {
	readonly id: string;
	readonly overwrites: readonly APIOverwrite[];
}

/** Whether everybody in the guild can read the channel. `everybodys`: @everyone's permissions. */
export function isOpenToAll(guildId: string, everybodys: bigint, { overwrites }: SeenChannel): boolean {
	return canRead(everybodys, overwrites, { guildId, userId: '', roleIds: [] });
}

const readerNeeds = ['ViewChannel', 'ReadMessageHistory'] as const satisfies readonly ReaderNeed[];

/** What not everybody in the guild is allowed in the channel, of what it takes to see older messages there. */
export function lackingForAll(
	guildId: string,
	everybodys: bigint,
	{ overwrites }: SeenChannel,
): readonly ReaderNeed[] {
	const bits = permissionsAfter(everybodys, overwrites, { guildId, userId: '', roleIds: [] });
	return readerNeeds.filter((name) => (bits & PermissionFlagsBits[name]) === 0n);
}

/** Ids of those of the channels that a role lets its members read, and that not everybody can. */
export function openedBy(
	role: { readonly id: string; readonly permissions: bigint },
	{ guildId, everybodys }: { readonly guildId: string; readonly everybodys: bigint },
	channels: readonly SeenChannel[],
): readonly string[] {
	const member = { guildId, userId: '', roleIds: [role.id] };
	return channels
		.filter((channel) => !isOpenToAll(guildId, everybodys, channel))
		.filter(({ overwrites }) => canRead(everybodys | role.permissions, overwrites, member))
		.map(({ id }) => id);
}

function canRead(base: bigint, overwrites: readonly APIOverwrite[], member: ChannelMember): boolean {
	return (permissionsAfter(base, overwrites, member) & PermissionFlagsBits.ViewChannel) !== 0n;
}

/** What is missing for writing to a channel in which one has these permissions. */
export function lackingIn(permissions: bigint): readonly ChannelNeed[] {
	return channelNeeds.filter((name) => (permissions & PermissionFlagsBits[name]) === 0n);
}

interface ChannelMember {
	readonly guildId: string;
	readonly userId: string;
	readonly roleIds: readonly string[];
}

/**
 * A member's permissions in a channel, from those in the guild (`base`) and the channel's overwrites, as in
 * https://discord.com/developers/docs/topics/permissions#permission-overwrites. Not for administrators, whom no
 * overwrite touches.
 */
export function permissionsAfter(
	base: bigint,
	overwrites: readonly APIOverwrite[],
	member: ChannelMember,
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

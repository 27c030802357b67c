import { type APIOverwrite, OverwriteType, PermissionFlagsBits, type PermissionsString } from 'discord.js';
import { type ChannelNeed, namedPowers, type Power, type ReaderNeed } from '../../guilds/guild-facts.js';

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
const namedBits = bitsOf(namedPowers);

/**
 * A role's permission bits, except harmless ones and those that @everyone has. New roles in Discord start with a copy of
 * @everyone's permissions.
 */
export function powerBitsOf(permissions: bigint, everybodys: bigint): bigint {
	return permissions & ~everybodys & ~harmlessBits;
}

/** True if a member with these guild permissions may manage its roles. */
export function canManageRoles(permissions: bigint): boolean {
	const { Administrator, ManageRoles } = PermissionFlagsBits;
	return (permissions & (Administrator | ManageRoles)) !== 0n;
}

export function powersIn(bits: bigint): readonly Power[] {
	const named = namedPowers.filter((name) => (bits & PermissionFlagsBits[name]) !== 0n);
	return (bits & ~namedBits) === 0n ? named : [...named, 'Unknown'];
}

/** The part of a channel that determines who sees it. */
export interface SeenChannel {
	readonly id: string;
	readonly overwrites: readonly APIOverwrite[];
}

/** True if every member of the guild can read the channel. `everybodys`: @everyone's permissions. */
export function isOpenToAll(guildId: string, everybodys: bigint, { overwrites }: SeenChannel): boolean {
	return canRead(everybodys, overwrites, { guildId, userId: '', roleIds: [] });
}

const readerNeeds = ['ViewChannel', 'ReadMessageHistory'] as const satisfies readonly ReaderNeed[];

/** The permissions needed to read older messages in the channel that @everyone lacks. */
export function lackingForAll(
	guildId: string,
	everybodys: bigint,
	{ overwrites }: SeenChannel,
): readonly ReaderNeed[] {
	const bits = permissionsAfter(everybodys, overwrites, { guildId, userId: '', roleIds: [] });
	return readerNeeds.filter((name) => (bits & PermissionFlagsBits[name]) === 0n);
}

/** Ids of the channels that a role opens and that @everyone can't read. */
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

/** The permissions missing for posting to a channel or thread. */
export function lackingIn(permissions: bigint, isThread: boolean): readonly ChannelNeed[] {
	const needs = ['ViewChannel', isThread ? 'SendMessagesInThreads' : 'SendMessages'] as const;
	return needs.filter((name) => (permissions & PermissionFlagsBits[name]) === 0n);
}

interface ChannelMember {
	readonly guildId: string;
	readonly userId: string;
	readonly roleIds: readonly string[];
}

/**
 * A member's permissions in a channel, from guild permissions (`base`) and channel overwrites, as in
 * https://discord.com/developers/docs/topics/permissions#permission-overwrites. Not for administrators, who ignore
 * overwrites.
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

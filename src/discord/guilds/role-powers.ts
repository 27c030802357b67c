import { PermissionFlagsBits, type PermissionsString } from 'discord.js';
import { namedPowers, type Power } from '../../servers/guild-facts.js';

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

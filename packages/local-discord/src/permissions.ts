import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Role } from './guild-parts.js';

/** A channel's allowed and denied permissions beyond the roles. `type` 0 is a role, 1 a member. */
export interface Overwrite {
	readonly id: string;
	readonly type: 0 | 1;
	readonly allow: bigint;
	readonly deny: bigint;
}

const allPermissions = Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n);

/** Discord's default permissions for @everyone in a new server. */
export const defaultEveryone = 2_248_473_465_835_073n;

/**
 * A bot's permissions in a direct conversation: Embed Links, Attach Files, Mention Everyone, and viewing and sending.
 */
export const defaultDirect =
	PermissionFlagsBits.ViewChannel |
	PermissionFlagsBits.SendMessages |
	PermissionFlagsBits.EmbedLinks |
	PermissionFlagsBits.AttachFiles |
	PermissionFlagsBits.MentionEveryone;

/** https://discord.com/developers/docs/topics/permissions#permissions-for-timed-out-members */
const keptInTimeOut = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;

/** The default permissions of a bot's own role: View Channels, Send Messages, Embed Links, Manage Roles. */
export const defaultBot = 268_454_912n;

/**
 * A member's permissions in the server, or in a channel if its overwrites are given, computed as in
 * https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
export function computePermissions(member: {
	readonly guildId: string;
	readonly userId: string;
	readonly isOwner: boolean;
	readonly isTimedOut?: boolean;
	/** The member's roles, including @everyone (whose id is the server's). */
	readonly roles: readonly Pick<Role, 'id' | 'permissions'>[];
	readonly overwrites?: readonly Overwrite[];
}): bigint {
	if (member.isOwner) return allPermissions;
	const base = member.roles.reduce((bits, role) => bits | role.permissions, 0n);
	if ((base & PermissionFlagsBits.Administrator) !== 0n) return allPermissions;
	const overwrites = member.overwrites ?? [];
	const roleIds = new Set(member.roles.map((role) => role.id));
	const everyone = overwrites.filter((entry) => entry.id === member.guildId);
	const roles = overwrites.filter(
		(entry) => entry.type === 0 && entry.id !== member.guildId && roleIds.has(entry.id),
	);
	const own = overwrites.filter((entry) => entry.type === 1 && entry.id === member.userId);
	const bits = [everyone, roles, own].reduce(applyOverwrites, base);
	return member.isTimedOut ? bits & keptInTimeOut : bits;
}

/** True if `bits` contain every bit of `wanted`. */
export function allows(bits: bigint, wanted: bigint): boolean {
	return (bits & wanted) === wanted;
}

function applyOverwrites(bits: bigint, entries: readonly Overwrite[]): bigint {
	const denied = entries.reduce((all, entry) => all | entry.deny, 0n);
	const allowed = entries.reduce((all, entry) => all | entry.allow, 0n);
	return (bits & ~denied) | allowed;
}

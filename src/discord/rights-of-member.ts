import { PermissionFlagsBits } from 'discord.js';
import type { MemberRights } from '../guilds/member-rights.js';

interface RankedRole {
	readonly id: string;
	readonly rawPosition: number;
	readonly permissions: { readonly bitfield: bigint };
}

/** The part of discord.js' member that rights follow from. */
export interface RankedMember {
	readonly id: string;
	readonly communicationDisabledUntilTimestamp: number | null;
	readonly guild: {
		readonly ownerId: string;
		readonly roles: { readonly cache: { get(id: string): RankedRole | undefined } };
	};
	/** @everyone's among them. */
	readonly roles: { readonly cache: { values(): Iterable<RankedRole> }; readonly highest: RankedRole };
}

/** A member's rights in the server as they are now. `now`: milliseconds since the epoch, by Discord's clock. */
export function rightsOfMember(member: RankedMember, now: number): MemberRights {
	const bits = [...member.roles.cache.values()].reduce((all, role) => all | role.permissions.bitfield, 0n);
	const isOwner = member.id === member.guild.ownerId;
	const isAdministrator = isOwner || (bits & PermissionFlagsBits.Administrator) !== 0n;
	const isTimedOut = !isAdministrator && (member.communicationDisabledUntilTimestamp ?? 0) > now;
	return {
		isAdministrator,
		isTimedOut,
		has: (permission) => isAdministrator || (!isTimedOut && (bits & permission) === permission),
		isAbove(roleId) {
			const role = member.guild.roles.cache.get(roleId);
			return role !== undefined && ranksAbove(member.roles.highest, role);
		},
	};
}

/** Of two roles in one position the older one is above: discord.js does the same. */
function ranksAbove(role: RankedRole, other: RankedRole): boolean {
	return (
		role.rawPosition > other.rawPosition ||
		(role.rawPosition === other.rawPosition && BigInt(role.id) < BigInt(other.id))
	);
}

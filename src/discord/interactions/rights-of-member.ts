import { PermissionFlagsBits } from 'discord.js';
import type { MemberRights } from '../../guilds/member-facts.js';

interface RankedRole {
	readonly id: string;
	readonly rawPosition: number;
	readonly permissions: { readonly bitfield: bigint };
}

/** The part of discord.js' member that determines rights. */
export interface RankedMember {
	readonly id: string;
	readonly communicationDisabledUntilTimestamp: number | null;
	readonly guild: {
		readonly ownerId: string;
		readonly roles: { readonly cache: { get(id: string): RankedRole | undefined } };
	};
	/** Includes @everyone. */
	readonly roles: { readonly cache: { values(): Iterable<RankedRole> }; readonly highest: RankedRole };
}

/**
 * The member's rights in the server, computed on first use. `now`: milliseconds since the epoch, by Discord's clock.
 */
export function rightsOfMember(member: RankedMember, now: number): MemberRights {
	let known: ReturnType<typeof read> | undefined;
	// Lazy, because discord.js iterates over all roles of the server and most interactions need no rights.
	const rights = () => (known ??= read(member, now));
	return {
		get isAdministrator() {
			return rights().isAdministrator;
		},
		get isTimedOut() {
			return rights().isTimedOut;
		},
		has(permission) {
			const { bits, isAdministrator, isTimedOut } = rights();
			return isAdministrator || (!isTimedOut && (bits & permission) === permission);
		},
		isAbove(roleId) {
			const role = member.guild.roles.cache.get(roleId);
			return role !== undefined && ranksAbove(member.roles.highest, role);
		},
	};
}

function read(member: RankedMember, now: number) {
	const bits = [...member.roles.cache.values()].reduce((all, role) => all | role.permissions.bitfield, 0n);
	const isOwner = member.id === member.guild.ownerId;
	const isAdministrator = isOwner || (bits & PermissionFlagsBits.Administrator) !== 0n;
	const isTimedOut = !isAdministrator && (member.communicationDisabledUntilTimestamp ?? 0) > now;
	return { bits, isAdministrator, isTimedOut };
}

/** Of two roles at the same position the older one ranks higher, as in discord.js. */
function ranksAbove(role: RankedRole, other: RankedRole): boolean {
	return (
		role.rawPosition > other.rawPosition ||
		(role.rawPosition === other.rawPosition && BigInt(role.id) < BigInt(other.id))
	);
}

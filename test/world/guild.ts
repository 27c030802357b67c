import { PermissionFlagsBits } from 'discord.js';

export interface Role {
	readonly id: string;
	/** Higher is above. The bot's own highest role is at `botPosition`. */
	position: number;
	permissions: bigint;
}

interface Member {
	readonly roleIds: Set<string>;
	/** Milliseconds since the epoch. */
	timedOutUntil: number;
}

export interface Guild {
	readonly id: string;
	readonly ownerId: string;
	readonly auditChannelId: string;
	/** At home, the environment names it. */
	readonly buyerRoleId: string;
	readonly everyone: Role;
	readonly roles: Map<string, Role>;
	/** Roles whose calls are refused for a reason that the gateway does not show, such as a missing second factor. */
	readonly forbidden: Set<string>;
	/** Present members by user id. */
	readonly members: Map<string, Member>;
}

export const botPosition = 50;
/** A role's permissions before it is given powers. */
export const harmless = PermissionFlagsBits.SendMessages;

/** A server without members. The first of its roles, which are harmless and below the bot, is the buyers'. */
export function newGuild({
	roleIds,
	...given
}: Pick<Guild, 'id' | 'ownerId' | 'auditChannelId'> & { readonly roleIds: readonly string[] }): Guild {
	const [buyerRoleId = ''] = roleIds;
	const roles = roleIds.map((id, index) => ({ id, position: (index + 1) * 10, permissions: harmless }));
	return {
		...given,
		buyerRoleId,
		everyone: { id: given.id, position: 0, permissions: harmless },
		roles: new Map(roles.map((role) => [role.id, role])),
		forbidden: new Set(),
		members: new Map(),
	};
}

export function join({ members }: Guild, userId: string): void {
	if (!members.has(userId)) members.set(userId, { roleIds: new Set(), timedOutUntil: 0 });
}

export function isOutOfReach({ position }: Pick<Role, 'position'>): boolean {
	return position >= botPosition;
}

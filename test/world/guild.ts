import { PermissionFlagsBits } from 'discord.js';
import { auditChannelId, roles, staffIds, userIds } from './servers.js';

export interface Role {
	readonly id: string;
	/** Higher is above. The bot's own highest role is at `botPosition`. */
	position: number;
	permissions: bigint;
}

export interface Guild {
	readonly id: string;
	readonly auditChannelId: string;
	/** The environment names the one for home. */
	readonly buyerRoleId: string;
	readonly everyone: Role;
	readonly roles: Map<string, Role>;
	/** Roles whose calls are refused for a reason that the gateway does not show, such as a missing second factor. */
	readonly forbidden: Set<string>;
	/** Present members by user id. */
	readonly members: Map<string, { readonly roleIds: Set<string> }>;
}

export const botPosition = 50;
/** A role's permissions before it gets elevated ones. */
export const harmless = PermissionFlagsBits.SendMessages;

/** A server with all roles, which are harmless, and all people, who have none of them. */
export function newGuild(id: string): Guild {
	const all = Object.values(roles).map((roleId, index) => ({
		id: roleId,
		position: (index + 1) * 10,
		permissions: harmless,
	}));
	return {
		id,
		auditChannelId,
		buyerRoleId: roles.buyer,
		everyone: { id, position: 0, permissions: harmless },
		roles: new Map(all.map((role) => [role.id, role])),
		forbidden: new Set(),
		members: new Map([...userIds, ...staffIds].map((userId) => [userId, { roleIds: new Set() }])),
	};
}

export function isOutOfReach({ position }: Pick<Role, 'position'>): boolean {
	return position >= botPosition;
}

import type { RoleRules } from '../guilds/role-rules.js';

/** Why roles can't be changed in a guild until a person fixes something there. */
export const roleObstacles = [
	/** The bot may not manage roles in this guild. */
	'missing-permission',
	/** The role lies above the bot's own highest role. */
	'role-too-high',
	/** The role was deleted, or is not one of this guild. */
	'role-missing',
	/** The role belongs to an integration, or is @everyone: nobody can give it. */
	'role-not-assignable',
	/** The bot was removed from the guild, or the guild is gone. */
	'guild-gone',
	/** Refused without a reason that is known, as by a proxy with a page of its own. */
	'refused',
	/** It hands out powers that nobody confirmed: it is not given, and can be taken away. */
	'role-powerful',
] as const;

export type RoleObstacle = (typeof roleObstacles)[number];

export type RoleCallResult =
	| { readonly kind: 'done' }
	/** The member is not in the guild: wait for the return. */
	| { readonly kind: 'member-left' }
	| { readonly kind: 'blocked'; readonly obstacle: RoleObstacle }
	/** A passing failure: a rate limit, a 5xx, a dropped connection. Safe to repeat, role calls are idempotent. */
	| { readonly kind: 'passing'; readonly reason: string };

/** The roles that a member has, by id. */
export interface MemberRoles {
	readonly roles: readonly string[];
	/** The member still has to accept the server's rules: a role given now would let them skip that. */
	readonly isPending?: boolean;
}

export type HeldRoles =
	| ({ readonly kind: 'member' } & MemberRoles)
	| Exclude<RoleCallResult, { kind: 'done' }>;

/** What the roles need from Discord. Nothing here but `refresh` throws for an answer of Discord or the network. */
export interface RoleApi {
	/**
	 * Whether the role can be given in the guild, from the gateway's state: no request. Undefined: as far as is known
	 * it can.
	 */
	obstacle(guildId: string, roleId: string): RoleObstacle | undefined;
	/**
	 * What the role hands out beyond what everybody may and what is harmless, as permission bits, from the gateway's
	 * state: no request. 0 for a role that is not known.
	 */
	powers(guildId: string, roleId: string): bigint;
	/** The roles that the member has now, asked over REST. */
	heldRoles(guildId: string, userId: string): Promise<HeldRoles>;
	addRole(guildId: string, userId: string, roleId: string): Promise<RoleCallResult>;
	removeRole(guildId: string, userId: string, roleId: string): Promise<RoleCallResult>;
	/** The guilds that the bot is in and serves. */
	guilds(): readonly string[];
	/** Reads over REST what `obstacle` answers from, where an event may have been missed. */
	refresh(guildId: string): Promise<void>;
	/**
	 * The roles of those of the users (at most 100) who are members, asked over the gateway.
	 * @returns undefined if Discord did not respond
	 */
	rolesOfMany(
		guildId: string,
		userIds: readonly string[],
	): Promise<ReadonlyMap<string, readonly string[]> | undefined>;
}

/**
 * Why the role can't be given in the guild, its powers included: a role that was harmless when it was chosen may have
 * been made powerful since. Undefined: as far as is known it can. For taking it away, `RoleApi.obstacle` is enough.
 */
export function givingObstacle(
	api: Pick<RoleApi, 'obstacle' | 'powers'>,
	rules: Pick<RoleRules, 'confirmedPowers'>,
	guildId: string,
	roleId: string,
): RoleObstacle | undefined {
	const confirmed = BigInt(rules.confirmedPowers?.[roleId] ?? 0);
	const isPowerful = (api.powers(guildId, roleId) & ~confirmed) !== 0n;
	return api.obstacle(guildId, roleId) ?? (isPowerful ? 'role-powerful' : undefined);
}

import type { RoleMade } from '../servers/guild-facts.js';
import type { RoleRules } from '../servers/guild-settings.js';
import type { RoleObstacle } from '../servers/role-obstacle.js';

export type RoleCallResult =
	| { readonly kind: 'done' }
	/** The member is not in the guild: wait for the return. */
	| { readonly kind: 'member-left' }
	| { readonly kind: 'blocked'; readonly obstacle: RoleObstacle }
	| Passing;

/** A passing failure: a rate limit, a 5xx, a dropped connection. Safe to repeat because role calls are idempotent. */
export interface Passing {
	readonly kind: 'passing';
	readonly reason: string;
}

export interface MemberRoles {
	readonly roles: readonly string[];
	/** The member still has to accept the server's rules: a role given now would let them skip that. */
	readonly isPending?: boolean;
}

export type HeldRoles =
	| ({ readonly kind: 'member' } & MemberRoles)
	| Exclude<RoleCallResult, { kind: 'done' }>;

export interface WithheldRole {
	/** Undefined if no buyer role is set up. */
	readonly roleId: string | undefined;
	readonly obstacle: RoleObstacle;
}

/** The parts of Discord's API that roles need. Only `refresh` throws for errors of Discord or the network. */
export interface RoleApi {
	/** The known obstacle to changing a role, from the gateway's state, without a request. */
	obstacle(guildId: string, roleId: string): RoleObstacle | undefined;
	/** Permission bits beyond @everyone's and harmless ones, without a request. 0 for an unknown role. */
	powers(guildId: string, roleId: string): bigint;
	/** The member's current roles, over REST. */
	heldRoles(guildId: string, userId: string): Promise<HeldRoles>;
	addRole(guildId: string, userId: string, roleId: string): Promise<RoleCallResult>;
	removeRole(guildId: string, userId: string, roleId: string): Promise<RoleCallResult>;
	/** The served guilds, except during an outage of theirs. */
	guilds(): readonly string[];
	/** Refreshes the state behind `obstacle` over REST, for missed events. */
	refresh(guildId: string): Promise<void>;
	/** Roles of up to 100 users who are members, over the gateway; undefined if Discord did not respond before the signal aborted. */
	rolesOfMany(
		guildId: string,
		userIds: readonly string[],
		signal: AbortSignal,
	): Promise<ReadonlyMap<string, readonly string[]> | undefined>;
	/** Roles of this name, ignoring case, those that the bot can give first; undefined if Discord doesn't say. */
	rolesNamed(guildId: string, name: string): Promise<readonly string[] | undefined>;
	/** Creates an unmentionable role without permissions, at the bottom. `userId`: for Discord's own audit log. */
	makeRole(guildId: string, name: string, userId: string): Promise<RoleMade>;
}

/** `RoleApi.obstacle`, and powers that the role got after it was chosen. Not needed to remove a role. */
export function givingObstacle(
	api: Pick<RoleApi, 'obstacle' | 'powers'>,
	rules: Pick<RoleRules, 'confirmedPowers'>,
	guildId: string,
	roleId: string,
): RoleObstacle | undefined {
	const confirmed = BigInt(rules.confirmedPowers?.[roleId] ?? 0);
	const isPowerful = (api.powers(guildId, roleId) & ~confirmed) !== 0n;
	// Powers first: staff must not be asked to move the bot's role above a powerful role.
	return isPowerful ? 'role-powerful' : api.obstacle(guildId, roleId);
}

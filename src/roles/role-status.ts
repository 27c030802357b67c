import type { MemberRef } from '../base/row-fields.js';
import type { BlockedFloor } from './blocked-roles.js';
import { type PlannedClaim, wantedRoles } from './role-plan.js';

/** State of each role that follows from a member's claims in one guild: each role id is in exactly one list. */
export interface RoleStatus {
	readonly has: readonly string[];
	readonly onTheWay: readonly string[];
	/** It can't be given, and staff have been alerted. */
	readonly blocked: readonly string[];
	/** Like `blocked`, but deleted, so Discord has no name for it any more. */
	readonly deleted: readonly string[];
	/** Nothing blocks it; it may have been removed by hand. */
	readonly missing: readonly string[];
	/** Staff have not chosen a buyer role, and have been alerted. */
	readonly isUnchosen: boolean;
}

export const noRoles: RoleStatus = {
	has: [],
	onTheWay: [],
	blocked: [],
	deleted: [],
	missing: [],
	isUnchosen: false,
};

/** Reports roles as Discord shows them. Records obstacles, so that "the staff know" is always true. */
export function createRoleStatus(floor: BlockedFloor) {
	const { roleApi: api, syncRows, guilds, blockedRoles, clock } = floor;
	/** `claims`: the claims that count in the guild. `held`: the member's roles there. */
	return async (
		place: MemberRef,
		claims: readonly PlannedClaim[],
		held: Iterable<string>,
	): Promise<RoleStatus> => {
		const { guildId } = place;
		if (!claims.some(({ status }) => status === 'active')) return noRoles;
		const rules = await guilds.rulesOf(guildId);
		if (rules === undefined) {
			await blockedRoles.note(guildId, { roleId: undefined, obstacle: 'role-missing' });
			return { ...noRoles, isUnchosen: true };
		}
		const has = new Set(held);
		const [isWaiting, blocked] = await Promise.all([syncRows.isWaiting(place), blockedRoles.read(guildId)]);
		const standing = { has: [], onTheWay: [], blocked: [], deleted: [], missing: [] } as Lists;
		for (const roleId of wantedRoles(claims, rules, clock.now())) {
			if (has.has(roleId)) standing.has.push(roleId);
			else if (await blockedRoles.allows(guildId, roleId, blocked, rules, true))
				standing[isWaiting ? 'onTheWay' : 'missing'].push(roleId);
			else standing[api.obstacle(guildId, roleId) === 'role-missing' ? 'deleted' : 'blocked'].push(roleId);
		}
		return { ...standing, isUnchosen: false };
	};
}

type Lists = Record<Exclude<keyof RoleStatus, 'isUnchosen'>, string[]>;

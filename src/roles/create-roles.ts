import { BlockedRoles, type RoleFloor } from './blocked-roles.js';
import { Reconciler } from './reconciler.js';
import { createRoleStatus } from './role-status.js';
import { RoleSync } from './role-sync.js';
import { Syncs } from './syncs.js';

/**
 * The engine that syncs roles, the reconciler that finds drift (neither is started yet), and the state of the roles that
 * follow from a member's claims in a guild.
 */
export function createRoles(floor: RoleFloor) {
	const blockedRoles = new BlockedRoles(floor);
	const roles = new RoleSync({ ...floor, blockedRoles });
	const syncs = new Syncs({ ...floor, roles, blockedRoles });
	const reconciler = new Reconciler({ ...floor, syncs, blockedRoles });
	return { syncs, reconciler, standingOf: createRoleStatus({ ...floor, blockedRoles }) };
}

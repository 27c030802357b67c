import { Table } from '../storage/table.js';
import { BlockedRoles, type CallingFloor } from './blocked-roles.js';
import { DriftFinder, driftCursorKind, Reconciler, supportCursorKind } from './reconciler.js';
import { createRoleStatus } from './role-status.js';
import { RoleSync } from './role-sync.js';
import { Syncs } from './syncs.js';

/**
 * The engine that syncs roles, the reconciler that finds drift (neither is started yet), and the state of the roles that
 * follow from a member's claims in a guild.
 */
export function createRoles(parts: CallingFloor) {
	const blockedRoles = new BlockedRoles(parts);
	const roles = new RoleSync({ ...parts, blockedRoles });
	const syncs = new Syncs({ ...parts, roles, blockedRoles });
	const finding = { ...parts, syncs, blockedRoles };
	const drift = new DriftFinder(finding);
	const driftCursor = new Table(driftCursorKind, parts.store);
	const supportCursor = new Table(supportCursorKind, parts.store);
	const reconciler = new Reconciler({ ...finding, driftCursor, supportCursor, drift });
	const standingOf = createRoleStatus({ ...parts, blockedRoles });
	return { syncs, reconciler, standingOf };
}

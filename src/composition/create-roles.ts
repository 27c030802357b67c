import { BlockedRoles } from '../roles/blocked-roles.js';
import { DriftFinder, driftCursorKind } from '../roles/drift.js';
import { Reconciler, supportCursorKind } from '../roles/reconciler.js';
import type { RoleFloor } from '../roles/role-floor.js';
import { createRoleStatus } from '../roles/role-status.js';
import { RoleSync } from '../roles/role-sync.js';
import { Syncs } from '../roles/syncs.js';
import { Table } from '../storage/table.js';

/**
 * The engine that syncs roles, the reconciler that finds drift (neither is started yet), and the state of the roles that
 * follow from a member's claims in a guild.
 */
export function createRoles(parts: RoleFloor) {
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

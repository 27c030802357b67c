import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { Measures } from '../base/measures.js';
import type { Random } from '../base/random.js';
import type { ClaimScan } from '../claims/claim-scan.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { type BlockedRoleReport, BlockedRoles } from '../roles/blocked-roles.js';
import { DriftFinder, driftCursorKind } from '../roles/drift.js';
import { Reconciler, supportCursorKind } from '../roles/reconciler.js';
import type { RefusedRequests } from '../roles/refused-requests.js';
import type { RoleApi } from '../roles/role-api.js';
import { createRoleStatus } from '../roles/role-status.js';
import { RoleSync } from '../roles/role-sync.js';
import type { SyncRows } from '../roles/sync-rows.js';
import { Syncs } from '../roles/syncs.js';
import type { ListedStore } from '../storage/store.js';
import { Table } from '../storage/table.js';

export interface RoleParts {
	readonly store: ListedStore;
	/** Shared by the code that records requests and the code that fulfils them. */
	readonly syncRows: SyncRows;
	readonly claims: Pick<ClaimStore, 'claimsOf' | 'readClaimsOf'> & {
		readonly scan: Pick<ClaimScan, 'withSupportEnding' | 'members'>;
	};
	readonly served: Pick<ServedGuilds, 'ids' | 'serves'>;
	readonly roleApi: RoleApi;
	readonly refusedRequests: RefusedRequests;
	readonly guilds: Pick<GuildSettingsStore, 'rulesOf' | 'all'>;
	readonly metrics: Pick<Measures, 'grants'>;
	readonly report: BlockedRoleReport;
	readonly states: Pick<DependencyStates, 'untilWorking'>;
	readonly logger: Pick<Logger, 'debug' | 'warn' | 'error'>;
	readonly clock: Clock;
	readonly random: Random;
}

/**
 * The engine that syncs roles, the reconciler that finds drift (neither is started yet), and the state of the roles that
 * follow from a member's claims in a guild.
 */
export function createRoles(parts: RoleParts) {
	const { store, syncRows, claims, roleApi: api } = parts;
	const blockedRoles = new BlockedRoles({ ...parts, discord: api });
	const roles = new RoleSync({ ...parts, api, blockedRoles });
	const syncs = new Syncs({ ...parts, rows: syncRows, roles, blockedRoles });
	const finding = { ...parts, discord: api, syncs, blockedRoles };
	const drift = new DriftFinder({ ...finding, scan: claims.scan });
	const driftCursor = new Table(driftCursorKind, store);
	const supportCursor = new Table(supportCursorKind, store);
	const reconciler = new Reconciler({ ...finding, driftCursor, supportCursor, drift });
	const standingOf = createRoleStatus({ ...parts, api, blockedRoles });
	return { syncs, reconciler, standingOf };
}

import type { ClaimStore } from '../claims/claim-store.js';
import type { Ground } from '../ground.js';
import type { Alerts } from '../messages/alerts.js';
import type { GuildSettingsStore } from '../servers/guild-settings.js';
import type { RoleObstacle } from '../servers/role-rules.js';
import type { ServedGuilds } from '../servers/served-guilds.js';
import type { RoleApi } from './role-api.js';
import type { SyncRows } from './sync-rows.js';

export interface WithheldRole {
	/** Undefined if no buyer role is set up. */
	readonly roleId: string | undefined;
	readonly obstacle: RoleObstacle;
}

/** The floor of the roles. */
export interface RoleFloor extends Ground {
	/** Shared by the code that records requests and the code that fulfils them. */
	readonly syncRows: SyncRows;
	readonly claims: ClaimStore;
	readonly served: ServedGuilds;
	readonly guilds: GuildSettingsStore;
	readonly roleApi: RoleApi;
	readonly alerts: Pick<Alerts, 'raise' | 'solve'>;
}

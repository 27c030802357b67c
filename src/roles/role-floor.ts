import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { Measures } from '../base/measures.js';
import type { Random } from '../base/random.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { RoleObstacle } from '../guilds/role-obstacles.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { ListedStore } from '../storage/store.js';
import type { RefusedRequests } from './refused-requests.js';
import type { RoleApi } from './role-api.js';
import type { SyncRows } from './sync-rows.js';

export interface WithheldRole {
	/** Undefined if no buyer role is set up. */
	readonly roleId: string | undefined;
	readonly obstacle: RoleObstacle;
}

/** Implemented by `createServerReport`; declared here because `reporting` is a layer above. */
interface BlockedRoleReport {
	/** Reports each cause once: every member meets the same cause, and so does the next process. */
	blockedRole(guildId: string, blocked: WithheldRole): void;
	/** Alerts the people who run the guild, or updates the alert. */
	alertBlockedRole(guildId: string, blocked: WithheldRole): Promise<unknown>;
	/** Ends the alert, if there is one. */
	unblockedRole(guildId: string, blocked: WithheldRole): Promise<void>;
}

/** What the roles stand on. */
export interface RoleFloor {
	readonly store: ListedStore;
	/** Shared by the code that records requests and the code that fulfils them. */
	readonly syncRows: SyncRows;
	readonly claims: ClaimStore;
	readonly served: ServedGuilds;
	readonly guilds: GuildSettingsStore;
	readonly roleApi: RoleApi;
	readonly refusedRequests: RefusedRequests;
	readonly metrics: Measures;
	readonly states: DependencyStates;
	readonly report: BlockedRoleReport;
	readonly logger: Logger;
	readonly clock: Clock;
	readonly random: Random;
}

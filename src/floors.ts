import type { ClaimStore } from './claims/claim-store.js';
import type { Ground } from './ground.js';
import type { Catalog } from './marketplace/catalog.js';
import type { KeyCheck } from './marketplace/key-check.js';
import type { PurchaseCheck } from './marketplace/purchase-check.js';
import type { Alerts } from './messages/alerts.js';
import type { Audit } from './messages/audit.js';
import type { Notices } from './messages/notices.js';
import type { BlockedRoles, RefusedRequests } from './roles/blocked-roles.js';
import type { Reconciler } from './roles/reconciler.js';
import type { RoleApi } from './roles/role-api.js';
import type { SyncRows } from './roles/sync-rows.js';
import type { Syncs } from './roles/syncs.js';
import type { BotAccount, GuildQueries } from './servers/guild-facts.js';
import type { GuildSettingsStore } from './servers/guild-settings.js';
import type { ServedGuilds } from './servers/served-guilds.js';
import type { LinksOfServers } from './servers/server-links.js';

/** The claims and the shop. */
interface Data extends Ground {
	readonly claims: ClaimStore;
	readonly catalog: Catalog;
	readonly purchaseCheck: PurchaseCheck;
	readonly keyCheck: KeyCheck;
	/** Requests a minute that the shop accepts from all processes together. */
	readonly shopPerMinute: number;
	/** Days between two checks of a purchase; 0 for none. */
	readonly recheckDays: number;
}

/** The author's servers, as Discord and their settings show them. */
export interface Places extends Data {
	readonly guilds: GuildSettingsStore;
	readonly links: LinksOfServers;
	readonly served: ServedGuilds;
	readonly discord: GuildQueries;
	readonly account: BotAccount;
	readonly roleApi: RoleApi;
	readonly refusedRequests: RefusedRequests;
	readonly syncRows: SyncRows;
	readonly alerts: Alerts;
	readonly audit: Audit;
}

/** With the roles of their members and the messages to them: the floor of the services. */
export interface Servers extends Places {
	readonly syncs: Syncs;
	readonly reconciler: Reconciler;
	readonly blockedRoles: BlockedRoles;
	readonly notices: Notices;
}

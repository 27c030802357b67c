import type { Catalog } from './marketplace/catalog.js';
import type { KeyCheck } from './marketplace/key-check.js';
import type { PurchaseCheck } from './marketplace/purchase-check.js';
import type { Audit } from './messages/audit.js';
import type { Notices } from './messages/notices.js';
import type { BlockedFloor, RoleFloor } from './roles/blocked-roles.js';
import type { Reconciler } from './roles/reconciler.js';
import type { Syncs } from './roles/syncs.js';
import type { BotAccount, GuildQueries } from './servers/guild-facts.js';
import type { LinksOfServers } from './servers/server-links.js';

/** The claims, the shop, and the author's servers as Discord and their settings show them. */
export interface Places extends RoleFloor {
	readonly catalog: Catalog;
	readonly purchaseCheck: PurchaseCheck;
	readonly keyCheck: KeyCheck;
	/** Requests a minute that the shop accepts from all processes together. */
	readonly shopPerMinute: number;
	/** Days between two checks of a purchase; 0 for none. */
	readonly recheckDays: number;
	readonly links: LinksOfServers;
	readonly discord: GuildQueries;
	readonly account: BotAccount;
	readonly audit: Audit;
}

/** With the roles of their members and the messages to them: the floor of the services. */
export interface Servers extends Places, BlockedFloor {
	readonly syncs: Syncs;
	readonly reconciler: Reconciler;
	readonly notices: Notices;
}

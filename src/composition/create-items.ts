import type { ShareServices } from '../../commands/items/item-share.js';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { Cooldowns } from '../base/time/cooldowns.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { AccessFacts } from '../discord/interactions/access.js';
import { ItemSharing } from '../discord/interactions/item-sharing.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { LinksOfServers } from '../guilds/server-links.js';
import type { Catalog } from '../marketplace/catalog.js';
import { OwnedItems } from '../purchases/owned-item.js';

export function createItems(parts: {
	readonly catalog: Catalog;
	readonly claims: ClaimStore;
	readonly guilds: GuildSettingsStore;
	readonly access: AccessFacts;
	readonly links: LinksOfServers;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Clock;
}) {
	const { catalog, claims, guilds, access, links, logger, clock } = parts;
	return {
		catalogue: catalog,
		links,
		ownedItems: new OwnedItems(claims, logger),
		sharePauses: new Cooldowns(clock),
		sharing: new ItemSharing(guilds, access),
	} satisfies Omit<ShareServices, 'clock'>;
}

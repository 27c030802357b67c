import type { ShareServices } from '../../commands/items/item-share.js';
import type { Logger } from '../base/logger.js';
import { Cooldowns } from '../base/time/cooldowns.js';
import { type AccessFacts, refusalOf } from '../discord/interactions/access.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { LinksOfServers } from '../guilds/server-links.js';
import type { Catalog } from '../marketplace/catalog.js';
import { createLimitedCatalog } from '../marketplace/rate-limited-catalog.js';
import { type ClaimsOfMember, ownedItems } from '../purchases/owned-item.js';
import type { Limits } from '../storage/rate-limits.js';

/** What items are shown and shared with. */
export function createItems(parts: {
	readonly catalog: Catalog;
	readonly claims: ClaimsOfMember;
	readonly guilds: Pick<GuildSettingsStore, 'get'>;
	readonly access: AccessFacts;
	readonly links: Pick<LinksOfServers, 'of' | 'from' | 'known' | 'isKnown'>;
	readonly limits: Pick<Limits, 'take'>;
	readonly logger: Pick<Logger, 'warn'>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}) {
	const { catalog, claims, guilds, access, links, limits, logger, now } = parts;
	const onError = (error: unknown) => logger.warn({ err: error }, 'What a member has could not be read');
	return {
		catalogue: createLimitedCatalog(catalog, limits),
		links,
		itemPages: { ownedItem: ownedItems(claims, onError), now },
		sharePauses: new Cooldowns(now),
		sharing: {
			async allows(asker) {
				const { sharing } = await guilds.get(asker.guildId);
				return sharing === 'everyone' || (await refusalOf('staff', asker, access)) === undefined;
			},
		},
	} satisfies ShareServices;
}

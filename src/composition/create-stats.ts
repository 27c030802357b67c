import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { GuildQueries } from '../guilds/guild-queries.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import { PurchaseFiles } from '../purchases/purchase-file.js';
import { drawPng } from '../statistics/charts/draw.js';
import { GuildCharts } from '../statistics/charts/guild-charts.js';
import { SupportShares } from '../statistics/support-share.js';
import type { Limits } from '../storage/rate-limits.js';

/** The services of `/stats`, besides the counts of verifications. */
export function createStats(parts: {
	readonly claims: Pick<ClaimStore, 'scan'>;
	readonly guilds: GuildSettingsStore;
	readonly discord: GuildQueries;
	readonly limits: Limits;
	readonly logger: Logger;
	readonly clock: Clock;
}) {
	const { guilds, discord, limits, logger, clock } = parts;
	const { scan } = parts.claims;
	return {
		supportShares: new SupportShares({ claims: scan, logger, clock }),
		charts: new GuildCharts({ drawPng, logger, clock }),
		purchaseFiles: new PurchaseFiles({ claims: scan, guilds, discord, limits, clock }),
	};
}

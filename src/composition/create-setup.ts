import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { ClaimStore } from '../claims/claim-store.js';
import { BuyerRoleMaker } from '../guilds/buyer-role-maker.js';
import { type EnvironmentSettings, environmentDefaults } from '../guilds/environment-defaults.js';
import { GuildSettingsStore } from '../guilds/guild-settings.js';
import { Panels } from '../guilds/panels.js';
import { PostedPanels } from '../guilds/posted-panels.js';
import { RuleReaches } from '../guilds/rule-reach.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { Setup } from '../guilds/setup.js';
import type { Catalog } from '../marketplace/catalog.js';
import { TrialPurchases } from '../purchases/trial-purchase.js';
import type { createServerReport } from '../reporting/server-report.js';
import type { Reconciler } from '../roles/reconciler.js';
import type { Limits } from '../storage/rate-limits.js';
import type { Store } from '../storage/store.js';
import type { ListedStore } from '../storage/update.js';
import type { DiscordPort } from './discord-port.js';

export function createGuildSettings(
	store: ListedStore,
	settings: EnvironmentSettings,
	served: Pick<ServedGuilds, 'ids'>,
): GuildSettingsStore {
	return new GuildSettingsStore(store, environmentDefaults(settings, served));
}

/** The services of `/setup` and `/panel`. */
export function createSetup(parts: {
	readonly store: Store;
	readonly claims: Pick<ClaimStore, 'scan' | 'policy'>;
	readonly guilds: GuildSettingsStore;
	readonly port: DiscordPort;
	readonly reconciler: Reconciler;
	readonly limits: Limits;
	readonly catalog: Catalog;
	readonly report: ReturnType<typeof createServerReport>;
	readonly logger: Logger;
	readonly clock: Clock;
}) {
	const { store, guilds, claims, reconciler, limits, catalog, report, logger, clock } = parts;
	const { guilds: discord, roleMaker: roles, panelBoard: board } = parts.port;
	const panels = new Panels({ store, guilds, discord, board, report, logger, clock });
	const posted = new PostedPanels(store, discord);
	const reaches = new RuleReaches(claims.scan, clock);
	const follow = { panels, reconciler, report, logger };
	const setup = new Setup({ settings: guilds, policy: claims.policy, discord, posted, reaches, ...follow });
	return {
		panels,
		setup,
		buyerRole: new BuyerRoleMaker({ setup, settings: guilds, discord, roles, limits }),
		trials: new TrialPurchases({ guilds, catalog, clock }),
	};
}

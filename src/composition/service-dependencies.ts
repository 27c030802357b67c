import type { CommandServices } from '../../commands/registry.js';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { Random, SecureRandom } from '../base/random.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import type { AuditLog } from '../discord/channels/audit-log.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { LinksOfServers } from '../guilds/server-links.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import type { Alerts } from '../notifications/alerts.js';
import type { Metrics } from '../operations/metrics.js';
import type { RefusedCallBudget } from '../roles/refused-call-budget.js';
import type { Store } from '../storage/store.js';
import type { Marketplace } from './create-marketplace.js';
import type { DiscordPort } from './discord-port.js';

export interface ServiceDependencies {
	readonly store: Store;
	readonly claims: ClaimStore;
	readonly guilds: GuildSettingsStore;
	readonly links: LinksOfServers;
	readonly served: ServedGuilds;
	readonly port: DiscordPort;
	readonly callBudget: RefusedCallBudget;
	readonly market: Pick<Marketplace, 'catalog'> & {
		readonly purchaseCheck: Pick<PurchaseCheck, 'checkCode'>;
		readonly keyCheck: Pick<Marketplace['keyCheck'], 'recent'>;
	};
	readonly audit: Pick<AuditLog, 'write' | 'writeInto'>;
	readonly alerts: Pick<Alerts, 'raise' | 'solve' | 'isLastingIn'>;
	readonly logger: Logger;
	readonly metrics: Metrics;
	readonly states: Pick<DependencyStates, 'isFailing' | 'untilWorking'>;
	readonly doctor: CommandServices['doctor'];
	readonly recheckDays: number;
	/** The shop's rate limit per minute, for all processes together. */
	readonly shopPerMinute: number;
	readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
	readonly random: Random;
	readonly unguessable: SecureRandom;
	readonly clock: Clock;
}

import { type Clock, systemClock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { Random } from '../base/random.js';
import { userAgent } from '../base/version.js';
import type { Settings, VariableName } from '../config.js';
import type { Ground } from '../ground.js';
import { Limits } from '../storage/rate-limits.js';
import type { Store } from '../storage/store.js';
import { Catalog } from './catalog.js';
import { MarketplaceClient } from './client.js';
import { KeyCheck, type KeyReport } from './key-check.js';
import { PurchaseCheck } from './purchase-check.js';
import { ShopCalls } from './shop-calls.js';

export interface Marketplace {
	readonly client: MarketplaceClient;
	readonly keyCheck: KeyCheck;
	readonly purchaseCheck: PurchaseCheck;
	readonly catalog: Catalog;
}

/** The settings that a client of the marketplace needs. */
type ShopSettings = Pick<Settings, Extract<VariableName, `MARKETPLACE_${string}`>>;

/** The four operations of the configured marketplace. Sends nothing before the first call. */
export function connectMarketplace(
	settings: ShopSettings,
	calls?: ShopCalls,
	clock?: Clock,
): MarketplaceClient {
	return new MarketplaceClient({
		baseUrl: settings.MARKETPLACE_URL,
		apiKey: settings.MARKETPLACE_API_KEY,
		body: settings.MARKETPLACE_BODY,
		userAgent,
		limits: {
			listBytes: settings.MARKETPLACE_LIST_LIMIT_MIB * 1024 * 1024,
			requestsPerMinute: settings.MARKETPLACE_PER_MINUTE,
		},
		calls,
		clock,
	});
}

/** Sends nothing before the first call. */
export function createMarketplace(parts: {
	readonly client: MarketplaceClient;
	readonly store: Store;
	readonly logger: Pick<Logger, 'info' | 'warn'>;
	readonly report: KeyReport;
	readonly clock?: Clock;
	/** Monotonic. The age of a check must not depend on a clock that is being set. Default: the clock. */
	readonly stopwatch?: Pick<Clock, 'now'>;
	readonly random?: Random;
}): Marketplace {
	const { client, store, logger, report, clock = systemClock, random = Math.random } = parts;
	const keyCheck = new KeyCheck({ client, store, clock: parts.stopwatch ?? clock, report });
	const limits = new Limits({ store, clock });
	const catalog = new Catalog({ client, keyCheck, limits, logger, clock, random });
	const purchaseCheck = new PurchaseCheck({ client, keyCheck, catalog });
	return { client, keyCheck, purchaseCheck, catalog };
}

/** Checks the key. Rejects with KeyRefused. */
export async function openMarketplace(
	settings: Settings,
	parts: Ground & { readonly report: KeyReport; readonly stopwatch: Pick<Clock, 'now'> },
): Promise<Marketplace> {
	const { logger, clock } = parts;
	const client = connectMarketplace(settings, new ShopCalls(parts), clock);
	const market = createMarketplace({ ...parts, client });
	await market.keyCheck.refuseBadKey(logger);
	return market;
}

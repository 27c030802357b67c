import type { Clock } from '../base/clock.js';
import type { Settings, VariableName } from '../config.js';
import { type CatalogOptions, createCatalog } from './catalog.js';
import { type MarketplaceClient, marketplaceClient } from './client.js';
import { createKeyCheck, type KeyCheckOptions } from './key-check.js';
import { createPurchaseCheck } from './purchase-check.js';
import type { ShopCalls } from './shop-calls.js';

/** The settings that a client of the marketplace needs. */
type ShopSettings = Pick<Settings, Extract<VariableName, `MARKETPLACE_${string}`>>;

/** The four operations of the configured marketplace. Sends nothing before the first call. */
export function connectMarketplace(
	settings: ShopSettings,
	calls?: ShopCalls,
	clock?: Clock,
): MarketplaceClient {
	return marketplaceClient({
		baseUrl: settings.MARKETPLACE_URL,
		apiKey: settings.MARKETPLACE_API_KEY,
		body: settings.MARKETPLACE_BODY,
		limits: {
			listBytes: settings.MARKETPLACE_LIST_LIMIT_MIB * 1024 * 1024,
			requestsPerMinute: settings.MARKETPLACE_PER_MINUTE,
		},
		calls,
		clock,
	});
}

/** Sends nothing before the first call. */
export function createMarketplace(parts: Omit<CatalogOptions, 'keyCheck'> & KeyCheckOptions) {
	const { client } = parts;
	const keyCheck = createKeyCheck(parts);
	const catalog = createCatalog({ ...parts, keyCheck });
	return { client, keyCheck, catalog, purchaseCheck: createPurchaseCheck(client, keyCheck, catalog) };
}

export type Marketplace = ReturnType<typeof createMarketplace>;

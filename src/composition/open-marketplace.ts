import type { Logger } from '../base/logger.js';
import type { Measures } from '../base/measures.js';
import type { Settings } from '../config.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import type { KeyReport } from '../marketplace/key-check.js';
import { readAccount } from '../marketplace/pinned-account.js';
import { refuseBadKey } from '../marketplace/refuse-bad-key.js';
import { ShopCalls } from '../marketplace/shop-calls.js';
import type { Store } from '../storage/store.js';
import { connectMarketplace, createMarketplace, type Marketplace } from './create-marketplace.js';

/** Checks the key, and begins to load the catalogue. Rejects with KeyRefused. */
export async function openMarketplace(
	settings: Settings,
	parts: {
		readonly store: Store;
		readonly states: DependencyStates;
		readonly metrics: Pick<Measures, 'durations'>;
		readonly logger: Logger;
		readonly report: KeyReport;
	},
): Promise<Marketplace> {
	const { store, states, metrics, logger } = parts;
	const calls = new ShopCalls({ states, durations: metrics.durations.shop, logger });
	const market = createMarketplace({ ...parts, client: connectMarketplace(settings, calls) });
	await refuseBadKey(market, async () => (await readAccount(store)) !== undefined, logger);
	market.catalog.start();
	return market;
}

import { parsePurchaseCode } from '../claims/purchase-code.js';
import type { Settings } from '../config.js';
import type { Logger } from '../logger.js';
import type { CallReport } from '../marketplace/caller.js';
import { type Catalog, createCatalog } from '../marketplace/catalog.js';
import { createMarketplaceClient, type MarketplaceClient } from '../marketplace/client.js';
import { systemClock } from '../marketplace/clock.js';
import { createKeyCheck, type KeyCheck, type KeyProblem } from '../marketplace/key-check.js';
import { createPurchaseCheck, type PurchaseCheck } from '../marketplace/purchase-check.js';
import { userAgent } from '../version.js';

/** The marketplace does not accept the key. Found before anything connects to Discord. */
export class KeyRefused extends Error {}

export interface Marketplace {
	readonly client: MarketplaceClient;
	readonly keyCheck: KeyCheck;
	readonly checkPurchase: PurchaseCheck;
	readonly catalog: Catalog;
}

/** The four operations on the marketplace that the settings name. Nothing is sent before the first call. */
export function connectMarketplace(
	settings: Settings,
	onCall: (report: CallReport) => void = () => {},
): MarketplaceClient {
	return createMarketplaceClient({
		baseUrl: settings.MARKETPLACE_URL,
		apiKey: settings.MARKETPLACE_API_KEY,
		body: settings.MARKETPLACE_BODY,
		userAgent,
		sameCode: (asked, answered) => parsePurchaseCode(asked) === parsePurchaseCode(answered),
		limits: { listBytes: settings.MARKETPLACE_LIST_LIMIT_MIB * 1024 * 1024 },
		onCall,
	});
}

/** `onBadKey`: the operators' alert, at most once in a while. Nothing is sent before the first call. */
export function createMarketplace(settings: Settings, logger: Logger, onBadKey: () => void): Marketplace {
	const clock = systemClock;
	const client = connectMarketplace(settings, (report) =>
		logger.debug({ ...report }, 'Asked the marketplace'),
	);
	const alert = (problem: KeyProblem): void => {
		logger.error({ problem }, 'The marketplace does not accept MARKETPLACE_API_KEY as an author’s key');
		onBadKey();
	};
	const keyCheck = createKeyCheck({ client, clock, onBadKey: alert });
	const catalog = createCatalog({
		client,
		keyCheck,
		onRefresh: (result) => {
			if (result.ok) logger.info({ ...result.value }, 'Loaded the items');
			else logger.warn({ failure: result.failure }, 'The items could not be loaded');
		},
	});
	const sellsNothing = (): boolean => catalog.snapshot().state === 'empty';
	const checkPurchase = createPurchaseCheck({ client, keyCheck, clock, sellsNothing });
	return { client, keyCheck, checkPurchase, catalog };
}

/**
 * Rejects with KeyRefused: a wrong key is for a person to mend, now. A marketplace that is down is not: the bot starts
 * without it and says so.
 */
export async function refuseBadKey({ keyCheck }: Marketplace, logger: Logger): Promise<void> {
	const key = await keyCheck.check();
	if (key.ok) return;
	if (key.failure.kind === 'bad-key') throw new KeyRefused();
	logger.warn(
		{ failure: key.failure },
		'The marketplace could not be asked about the key: starting without it',
	);
}

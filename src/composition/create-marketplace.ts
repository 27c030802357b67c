import { type Clock, systemClock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { userAgent } from '../base/version.js';
import { parsePurchaseCode } from '../claims/purchase-code.js';
import type { Settings } from '../config.js';
import { type AccountGuard, createAccountGuard } from '../marketplace/account-guard.js';
import type { CallReport } from '../marketplace/caller.js';
import { type Catalog, createCatalog } from '../marketplace/catalog.js';
import { MarketplaceClient } from '../marketplace/client.js';
import { createKeyCheck, type KeyCheck, type KeyProblem } from '../marketplace/key-check.js';
import { readOrPinAccount } from '../marketplace/pinned-account.js';
import { PurchaseCheck } from '../marketplace/purchase-check.js';
import type { Accounts } from '../reporting/operator-report.js';
import type { ValueStore } from '../storage/update.js';

export interface Marketplace {
	readonly client: MarketplaceClient;
	readonly keyCheck: KeyCheck;
	readonly accountGuard: AccountGuard;
	readonly purchaseCheck: PurchaseCheck;
	readonly catalog: Catalog;
}

/** The four operations on the marketplace that the settings name. Nothing is sent before the first call. */
export function connectMarketplace(
	settings: Settings,
	onCall: (report: CallReport) => void = () => {},
): MarketplaceClient {
	return new MarketplaceClient({
		baseUrl: settings.MARKETPLACE_URL,
		apiKey: settings.MARKETPLACE_API_KEY,
		body: settings.MARKETPLACE_BODY,
		userAgent,
		sameCode: (asked, answered) => parsePurchaseCode(asked) === parsePurchaseCode(answered),
		limits: {
			listBytes: settings.MARKETPLACE_LIST_LIMIT_MIB * 1024 * 1024,
			requestsPerMinute: settings.MARKETPLACE_PER_MINUTE,
		},
		share: settings.SHARDS.share,
		onCall,
	});
}

/** `onKeyProblem` is told at most once in a while. Nothing is sent before the first call. */
export function createMarketplace(parts: {
	readonly client: MarketplaceClient;
	readonly store: ValueStore;
	readonly logger: Logger;
	/** `accounts`: whose key it was, and whose it is. */
	readonly onKeyProblem: (problem: KeyProblem, accounts: Accounts) => void;
	/** The key is good, and belongs to the account that the claims belong to. */
	readonly onKeyGood?: () => void;
	readonly clock?: Clock;
}): Marketplace {
	const { client, store, logger, onKeyProblem, onKeyGood = () => {}, clock = systemClock } = parts;
	let accounts: Accounts = { known: '', seen: '' };
	const onBadKey = (problem: KeyProblem) => onKeyProblem(problem, accounts);
	const keyCheck = createKeyCheck({ client, clock, onBadKey });
	const accountGuard = createAccountGuard({
		note: { readOrPin: (account) => readOrPinAccount(store, account) },
		onOther: (seen, known) => {
			accounts = { known: known.username, seen: seen.username };
			keyCheck.report('other-account');
		},
		onOurs: onKeyGood,
	});
	const catalog = createCatalog({
		client,
		keyCheck,
		clock,
		onRefresh: (result) => {
			if (result.ok) logger.info({ ...result.value }, 'Loaded the items');
			else logger.warn({ failure: result.failure }, 'The items could not be loaded');
		},
	});
	const purchaseCheck = new PurchaseCheck({ client, keyCheck, accountGuard, catalog, clock });
	return { client, keyCheck, accountGuard, purchaseCheck, catalog };
}

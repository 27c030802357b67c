import { readOrPinAccount } from '../claims/account-note.js';
import { parsePurchaseCode } from '../claims/purchase-code.js';
import type { Settings } from '../config.js';
import type { Logger } from '../logger.js';
import { type AccountGuard, createAccountGuard, knownPartOf } from '../marketplace/account-guard.js';
import type { CallReport } from '../marketplace/caller.js';
import { type Catalog, createCatalog } from '../marketplace/catalog.js';
import { createMarketplaceClient, type MarketplaceClient } from '../marketplace/client.js';
import { type Clock, systemClock } from '../marketplace/clock.js';
import { createKeyCheck, type KeyCheck, type KeyProblem } from '../marketplace/key-check.js';
import { createPurchaseCheck, type PurchaseCheck } from '../marketplace/purchase-check.js';
import type { ValueStore } from '../storage/update.js';
import { userAgent } from '../version.js';

/** The marketplace does not accept the key. Found before anything connects to Discord. */
export class KeyRefused extends Error {}

export interface Marketplace {
	readonly client: MarketplaceClient;
	readonly keyCheck: KeyCheck;
	readonly accountGuard: AccountGuard;
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

/** What whoever runs the bot is told about the key. */
export type KeyAlert =
	| { readonly kind: 'bad-key' }
	| { readonly kind: 'other-account'; readonly known: string; readonly seen: string };

/** `onAlert` is told at most once in a while. Nothing is sent before the first call. */
export function createMarketplace(parts: {
	readonly client: MarketplaceClient;
	readonly store: ValueStore;
	readonly logger: Logger;
	readonly onAlert: (alert: KeyAlert) => void;
	readonly clock?: Clock;
}): Marketplace {
	const { client, store, logger, onAlert, clock = systemClock } = parts;
	let accounts = { known: '', seen: '' };
	const alert = (problem: KeyProblem): void => {
		if (problem === 'other-account') {
			const hint = 'If that is right, run `npm run claims -- confirm-account`';
			logger.error({ ...accounts, hint }, 'MARKETPLACE_API_KEY belongs to another account than before');
			onAlert({ kind: 'other-account', ...accounts });
			return;
		}
		logger.error({ problem }, 'The marketplace does not accept MARKETPLACE_API_KEY as an author’s key');
		onAlert({ kind: 'bad-key' });
	};
	const keyCheck = createKeyCheck({ client, clock, onBadKey: alert });
	const accountGuard = createAccountGuard({
		note: { readOrPin: (account) => readOrPinAccount(store, account) },
		onOther: (seen, known) => {
			accounts = { known: known.username, seen: seen.username };
			keyCheck.report('other-account');
		},
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
	const sellsNothing = (): boolean => catalog.snapshot().state === 'empty';
	const checkPurchase = createPurchaseCheck({ client, keyCheck, accountGuard, clock, sellsNothing });
	return { client, keyCheck, accountGuard, checkPurchase, catalog };
}

/**
 * Rejects with KeyRefused: a wrong key is for a person to mend, now. A marketplace that is down is not: the bot starts
 * without it and says so. Another author's key is an alert: nothing is decided with it until that is confirmed.
 */
export async function refuseBadKey(
	{ keyCheck, accountGuard }: Pick<Marketplace, 'keyCheck' | 'accountGuard'>,
	logger: Logger,
): Promise<void> {
	const key = await keyCheck.check();
	if (key.ok) {
		await accountGuard.isOurs(knownPartOf(key.value));
		return;
	}
	if (key.failure.kind === 'bad-key') throw new KeyRefused();
	logger.warn(
		{ failure: key.failure },
		'The marketplace could not be asked about the key: starting without it',
	);
}

import { type Clock, systemClock } from '../base/clock.js';
import type { Random } from '../base/random.js';
import { Breaker } from './breaker.js';
import { Budget } from './budget.js';
import { Caller, type CallOptions } from './caller.js';
import { accountEndpoint, allItemsEndpoint, itemEndpoint, validationEndpoint } from './endpoints.js';
import type { ItemList } from './indexed-item.js';
import { defaultLimits, type MarketplaceLimits } from './limits.js';
import type { MarketplaceResult } from './result.js';
import type { Account, Item, Purchase } from './schemas.js';
import type { ShopCalls } from './shop-calls.js';
import { Transport, type TransportOptions } from './transport.js';

export interface MarketplaceClientOptions extends Pick<TransportOptions, 'baseUrl' | 'apiKey' | 'userAgent'> {
	/** Encoding of the purchase code in the body: servers read both. */
	readonly body: 'form' | 'json';
	readonly clock?: Clock | undefined;
	readonly random?: Random;
	readonly transport?: Pick<Transport, 'sendRequest' | 'close'>;
	/** The compiled `list-reader`, which parses a long list in a separate process. Default: the built one. */
	readonly listReader?: string;
	readonly limits?: Partial<MarketplaceLimits>;
	readonly calls?: Pick<ShopCalls, 'note' | 'noteUnread'> | undefined;
}

/**
 * The marketplace's four operations. No call rejects because of the network or the server: every failure is one of
 * MarketplaceFailure's kinds, and each call ends within its timeout. Connects lazily: nothing is sent before the first
 * call. One client for the process, because it holds the budget.
 */
export class MarketplaceClient {
	readonly #options: Pick<MarketplaceClientOptions, 'body' | 'listReader' | 'calls'>;
	readonly #transport: Pick<Transport, 'close'>;
	readonly #caller: Caller;

	constructor(options: MarketplaceClientOptions) {
		const { clock = systemClock, random = Math.random, calls } = options;
		const limits: MarketplaceLimits = { ...defaultLimits, ...options.limits };
		const { transport = new Transport({ ...options, ...limits }) } = options;
		const budget = new Budget({ clock, ...limits });
		const breaker = new Breaker({ clock, ...limits });
		this.#options = options;
		this.#transport = transport;
		this.#caller = new Caller({ transport, budget, breaker, clock, random, limits, calls });
	}

	/** The account that owns the key. The only call that reliably detects a bad key. */
	accountDetails(options?: CallOptions): Promise<MarketplaceResult<Account>> {
		return this.#caller.call(accountEndpoint, options);
	}

	/** Every item of the account. May take a minute. */
	allItems(options?: CallOptions): Promise<MarketplaceResult<ItemList>> {
		return this.#caller.call(allItemsEndpoint(this.#options.listReader), options);
	}

	item(id: number, options?: CallOptions): Promise<MarketplaceResult<Item>> {
		return this.#caller.call(itemEndpoint(id), options);
	}

	/** `invalid-code` proves nothing by itself because a bad key gets the same answer: see PurchaseCheck. */
	validatePurchase(code: string, options?: CallOptions): Promise<MarketplaceResult<Purchase>> {
		const { body, calls } = this.#options;
		const endpoint = validationEndpoint(code, body, (unread) => calls?.noteUnread(unread));
		return this.#caller.call(endpoint, options);
	}

	/** Closes every connection; calls in flight fail as unavailable. */
	close(): Promise<void> {
		return this.#transport.close();
	}
}

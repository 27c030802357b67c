import type { Clock } from '../base/clock.js';
import { systemClock } from '../base/clock.js';
import type { Random } from '../base/random.js';
import { Breaker } from './breaker.js';
import { Budget } from './budget.js';
import type { CallLimits, CallOptions } from './caller.js';
import { Caller } from './caller.js';
import { accountEndpoint, allItemsEndpoint, itemEndpoint, validationEndpoint } from './endpoints.js';
import type { ItemList } from './indexed-item.js';
import type { MarketplaceResult } from './result.js';
import type { Account, Item, Purchase } from './schemas.js';
import type { ShopCalls } from './shop-calls.js';
import { Transport } from './transport.js';

interface MarketplaceLimits extends CallLimits {
	/** Time limit for connecting, TLS included. Milliseconds. */
	readonly connectMs: number;
	readonly connections: number;
	/** Requests a minute that the server is expected to allow all processes, and the fraction for background work. */
	readonly requestsPerMinute: number;
	readonly backgroundShare: number;
	/** Consecutive failures after which trials are made one at a time. */
	readonly failuresUntilSick: number;
	/** Background work's first and longest wait while the server is down. Milliseconds. */
	readonly backgroundWaitMs: number;
	readonly maxBackgroundWaitMs: number;
}

const defaultLimits: MarketplaceLimits = {
	connectMs: 2_000,
	connections: 32,
	singleMs: 2_500,
	listMs: 60_000,
	listSilenceMs: 15_000,
	singleBytes: 1024 * 1024,
	listBytes: 64 * 1024 * 1024,
	maxAttempts: 3,
	retryWaitMs: 200,
	defaultPauseMs: 1_000,
	maxPauseMs: 5 * 60_000,
	requestsPerMinute: 60,
	backgroundShare: 0.5,
	failuresUntilSick: 3,
	backgroundWaitMs: 1_000,
	maxBackgroundWaitMs: 60_000,
};

export interface MarketplaceClientOptions {
	/** The marketplace's address, without `/api`; a path and a trailing slash are allowed. Throws if it isn't a URL. */
	readonly baseUrl: string;
	/** Secret: sent only in the Authorization header. */
	readonly apiKey: string;
	/** Encoding of the purchase code in the body: servers read both. */
	readonly body: 'form' | 'json';
	/** The bot's name and version, such as `claimcheck/1.0.0`. */
	readonly userAgent: string;
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
	async validatePurchase(code: string, options?: CallOptions): Promise<MarketplaceResult<Purchase>> {
		const result = await this.#caller.call(validationEndpoint(code, this.#options.body), options);
		if (result.ok) this.#options.calls?.noteUnread(result.value.unread);
		return result;
	}

	/** Closes every connection; calls in flight fail as unavailable. */
	close(): Promise<void> {
		return this.#transport.close();
	}
}

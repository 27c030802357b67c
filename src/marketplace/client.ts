import type { Clock } from '../base/clock.js';
import { systemClock } from '../base/clock.js';
import type { Random } from '../base/random.js';
import { createBreaker } from './breaker.js';
import { createBudget } from './budget.js';
import type { CallLimits, CallOptions, CallReport } from './caller.js';
import { Caller } from './caller.js';
import { accountEndpoint, allItemsEndpoint, itemEndpoint, validationEndpoint } from './endpoints.js';
import type { ItemList } from './indexed-item.js';
import type { MarketplaceResult } from './result.js';
import type { Account, Item, Purchase } from './schemas.js';
import { createTransport, type Transport } from './transport.js';

interface MarketplaceLimits extends CallLimits {
	/** Time for a connection to be made, TLS included. Milliseconds. */
	readonly connectMs: number;
	/** Connections at a time. */
	readonly connections: number;
	/** Requests a minute that the server is expected to allow all processes, and the part left to background work. */
	readonly requestsPerMinute: number;
	readonly backgroundShare: number;
	/** Calls in a row without an answer, after which one trial at a time is made. */
	readonly failuresUntilSick: number;
	/** Background work's first and longest wait while the server is sick. Milliseconds. */
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
	/** Where the marketplace is, without `/api`; a path and a slash at the end are fine. Throws where it is no URL. */
	readonly baseUrl: string;
	/** Secret: sent in the Authorization header and nowhere else. */
	readonly apiKey: string;
	/** How the purchase code travels in the body: servers read both. */
	readonly body: 'form' | 'json';
	/** The bot's own name and version, such as `claimcheck/1.0.0`. */
	readonly userAgent: string;
	/** Whether two spellings are one code, in the canonical form that claims are kept under. */
	readonly sameCode: (asked: string, answered: string) => boolean;
	readonly clock?: Clock;
	readonly random?: Random;
	/** By default HTTP connections of its own. */
	readonly transport?: Transport;
	/** The compiled `list-reader`, which reads a long list in a process of its own; by default the built one. */
	readonly listReader?: string;
	readonly limits?: Partial<MarketplaceLimits>;
	/** This process' part of the requests a minute, above 0: the marketplace counts those of all. Default 1. */
	readonly share?: number;
	/** Told of each call when it has ended, for logs and metrics. */
	readonly onCall?: (report: CallReport) => void;
}

/**
 * The marketplace's four operations. No call rejects because of the network or the server: every failure is one of
 * MarketplaceFailure's kinds, and each call ends within its timeout. Connects lazily: nothing is sent before the first
 * call. One client for the process, since it holds the budget.
 */
export class MarketplaceClient {
	readonly #options: Pick<MarketplaceClientOptions, 'body' | 'sameCode' | 'listReader'>;
	readonly #transport: Transport;
	readonly #caller: Caller;

	constructor(options: MarketplaceClientOptions) {
		const { clock = systemClock, random = Math.random, share = 1, onCall = () => {} } = options;
		const limits: MarketplaceLimits = { ...defaultLimits, ...options.limits };
		const {
			transport = createTransport({
				baseUrl: options.baseUrl,
				apiKey: options.apiKey,
				userAgent: options.userAgent,
				connectMs: limits.connectMs,
				connections: limits.connections,
			}),
		} = options;
		const budget = createBudget({
			clock,
			perMinute: Math.max(1, Math.floor(limits.requestsPerMinute * share)),
			backgroundShare: limits.backgroundShare,
		});
		const breaker = createBreaker({ clock, ...limits });
		this.#options = options;
		this.#transport = transport;
		this.#caller = new Caller({ transport, budget, breaker, clock, random, limits, onCall });
	}

	/** The account that owns the key. The one call that tells a bad key for sure. */
	accountDetails(options?: CallOptions): Promise<MarketplaceResult<Account>> {
		return this.#caller.call(accountEndpoint, options);
	}

	/** Every item of the account. Long: may take a minute. */
	allItems(options?: CallOptions): Promise<MarketplaceResult<ItemList>> {
		return this.#caller.call(allItemsEndpoint(this.#options.listReader), options);
	}

	item(id: number, options?: CallOptions): Promise<MarketplaceResult<Item>> {
		return this.#caller.call(itemEndpoint(id), options);
	}

	/**
	 * The purchase behind a code. `invalid-code` proves nothing by itself, since a bad key is answered in the same
	 * words: see PurchaseCheck.
	 */
	validatePurchase(code: string, options?: CallOptions): Promise<MarketplaceResult<Purchase>> {
		const { body, sameCode } = this.#options;
		return this.#caller.call(validationEndpoint(code, body, sameCode), options);
	}

	/** Ends every connection; calls under way fail as unavailable. */
	close(): Promise<void> {
		return this.#transport.close();
	}
}

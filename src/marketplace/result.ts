/** Every way in which a call to the marketplace can fail to give a value. Closed: switch over it exhaustively. */
export type MarketplaceFailure =
	/** The server said "Invalid purchase code". It proves nothing until the key is known to be good. */
	| { readonly kind: 'invalid-code' }
	| { readonly kind: 'item-not-found' }
	/** The account lists no items: an empty list, or an account that is not an author's. */
	| { readonly kind: 'no-items' }
	/** The server does not accept the API key. An operator's problem, never a buyer's. */
	| { readonly kind: 'bad-key' }
	/** `retryAt`: milliseconds since the epoch before which nothing is sent. */
	| { readonly kind: 'rate-limited'; readonly retryAt: number }
	/** No usable answer: refused, reset, timed out, a 5xx, a page of HTML, a redirect. `reason` holds no secret. */
	| { readonly kind: 'unavailable'; readonly reason: string }
	/** An answer that claims success and does not have the contract's shape. `reason` holds no secret. */
	| { readonly kind: 'malformed'; readonly reason: string };

export type MarketplaceResult<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly failure: MarketplaceFailure };

/** The result of one request, and whether a retry may succeed. */
export interface AttemptOutcome<T> {
	readonly result: MarketplaceResult<T>;
	/** The least pause before a retry, in milliseconds; undefined if a retry would be useless. */
	readonly retryAfterMs: number | undefined;
}

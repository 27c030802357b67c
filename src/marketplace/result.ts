/** Every way in which a call to the marketplace can fail. Closed: switch over it exhaustively. */
export type MarketplaceFailure =
	/** The server's answer is "Invalid purchase code". It proves nothing until the key is known to be good. */
	| { readonly kind: 'invalid-code' }
	| { readonly kind: 'item-not-found' }
	/** The account lists no items: an empty list, or an account that is not an author's. */
	| { readonly kind: 'no-items' }
	/** The server doesn't accept the API key. An operator's problem, never a buyer's. */
	| { readonly kind: 'bad-key' }
	/** `retryAt`: milliseconds since the epoch before which nothing is sent. */
	| { readonly kind: 'rate-limited'; readonly retryAt: number }
	/** An error in words that the contract doesn't have. It may be about the code, or the key. */
	| { readonly kind: 'refused'; readonly reason: string }
	/** A firewall or proxy before the shop refused the request, so nothing is known about the key. */
	| { readonly kind: 'blocked'; readonly reason: string }
	/** No usable response: refused, reset, timed out, a 5xx, an HTML page, a redirect. `reason` holds no secret. */
	| { readonly kind: 'unavailable'; readonly reason: string }
	/** A success that doesn't match the contract. `reason` holds no secret. */
	| { readonly kind: 'malformed'; readonly reason: string };

export type MarketplaceResult<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly failure: MarketplaceFailure };

/** `retryAfterMs`: the minimum pause before a retry, in milliseconds; absent if a retry would be useless. */
export type AttemptOutcome<T> = MarketplaceResult<T> & { readonly retryAfterMs?: number | undefined };

export const unavailable = (reason: string): MarketplaceFailure => ({ kind: 'unavailable', reason });

/** `retryAfterMs`: undefined if a retry would be useless. */
export const failed = (failure: MarketplaceFailure, retryAfterMs?: number): AttemptOutcome<never> => ({
	ok: false,
	failure,
	retryAfterMs,
});

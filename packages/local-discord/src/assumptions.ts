/** Behaviour of the real Discord that isn't documented. Each can be switched at run time to test a bot both ways. */
export interface Assumptions {
	/** True if galleries, thumbnails and link buttons refuse the addresses that embeds refuse. */
	areAllAddressesChecked: boolean;
	/** True if localisations that equal the default are missing when read back: the documentation says "ignored". */
	areEqualLocalizationsDropped: boolean;
	/**
	 * True if interaction callbacks and webhook calls without `Authorization` share 50 requests a second per IP
	 * address, as the documentation of the global rate limit says. Switched on by `rateLimits.useRealistic()`.
	 */
	areTokenlessCallsCountedByAddress: boolean;
}

export function newAssumptions(): Assumptions {
	return {
		areAllAddressesChecked: true,
		areEqualLocalizationsDropped: true,
		areTokenlessCallsCountedByAddress: false,
	};
}

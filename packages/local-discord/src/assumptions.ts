/** Undocumented behavior of the real Discord. Each can be switched at run time to test a bot both ways. */
export interface Assumptions {
	/** True if galleries, thumbnails and link buttons refuse the same addresses as embeds. */
	areAllAddressesChecked: boolean;
	/** True if localizations that equal the default are missing when read back: the documentation says "ignored". */
	areEqualLocalizationsDropped: boolean;
	/**
	 * True if interaction callbacks and webhook calls without `Authorization` share 50 requests a second per IP address,
	 * as the documentation of the global rate limit says. Enabled by `rateLimits.useRealistic()`.
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

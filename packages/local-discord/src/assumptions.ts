/**
 * What can't be known without the real Discord. Each can be switched at run time, so that a bot can be tested both
 * ways.
 */
export interface Assumptions {
	/** Whether galleries, thumbnails and link buttons refuse the addresses that embeds refuse. */
	areAllAddressesChecked: boolean;
	/** Whether localisations that equal the default are missing when read back: the documentation says "ignored". */
	areEqualLocalizationsDropped: boolean;
	/**
	 * Whether interaction callbacks and webhook calls without `Authorization` share 50 requests a second per IP address,
	 * as the documentation of the global rate limit says. Switched on by `rateLimits.useRealistic()`.
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

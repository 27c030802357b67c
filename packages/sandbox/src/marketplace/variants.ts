/**
 * If the contract leaves a question open, real servers answer it differently. Each member is one such question; the
 * defaults follow the contract's own examples.
 */
export interface Variants {
	/** The HTTP status of error bodies. `usual`: 401 for the account, 404 for items, 400 for a purchase code. */
	readonly errorStatus: 'usual' | 200 | 400 | 401 | 404;
	readonly screenshots: 'array' | 'object';
	/** How a member without a value is written. */
	readonly absent: 'omitted' | 'null' | 'empty';
	/** How prices and balances are written: `29` or `"29.00"`. */
	readonly numbers: 'number' | 'string';
	/** Members that the contract doesn't define, in every object. */
	readonly unknownMembers: boolean;
	/** An endpoint's response to an unknown key. `as-if-empty`: its response for a missing thing. */
	readonly wrongKey: 'as-if-empty' | 'plain-401';
}

export const defaultVariants: Variants = {
	errorStatus: 'usual',
	screenshots: 'array',
	absent: 'omitted',
	numbers: 'number',
	unknownMembers: false,
	wrongKey: 'as-if-empty',
};

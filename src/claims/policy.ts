/** A buyer's options for giving up a claim. */
export type UnlinkPolicy =
	/** None: only staff can move it. */
	| { readonly kind: 'never' }
	/** The buyer can move it to another account of their own. */
	| { readonly kind: 'members-move' }
	/** The buyer can also unlink it: the code is free for others after `days` days. */
	| { readonly kind: 'after-days'; readonly days: number };

export interface ClaimPolicy {
	readonly unlinking: UnlinkPolicy;
	/** Maximum number of holders by licence type; default one. */
	readonly seats: Readonly<Record<string, number>>;
}

/**
 * The guild whose staff decide about claims, whichever guild a code is verified in. Other guilds only decide about their
 * gifts.
 */
export interface Home {
	is(guildId: string): boolean;
	policy(): Promise<ClaimPolicy>;
}

export const strictPolicy: ClaimPolicy = { unlinking: { kind: 'never' }, seats: {} };

/** While no home is known: no guild decides about claims, and each code has one holder, for ever. */
export const noHome: Home = { is: () => false, policy: async () => strictPolicy };

/** @returns true if members may move their purchases to another account of their own */
export function mayMove({ unlinking }: ClaimPolicy): boolean {
	return unlinking.kind === 'members-move' || unlinking.kind === 'after-days';
}

/** Maximum number of holders for this licence type; at least one. */
export function seatsFor({ seats }: ClaimPolicy, licenseType: string): number {
	// Licence types come from the marketplace: one named `constructor` must find nothing.
	return Object.hasOwn(seats, licenseType) ? (seats[licenseType] ?? 1) : 1;
}

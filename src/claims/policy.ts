/** What a buyer may do with a claim that is no longer wanted. */
export type UnlinkPolicy =
	/** Nothing: a claim stays. */
	| { readonly kind: 'never' }
	/** A moderator can transfer it; the buyer can't unlink it. */
	| { readonly kind: 'transfer-only' }
	/** The buyer can unlink it, and the code is free for others after so many days. */
	| { readonly kind: 'after-days'; readonly days: number };

/** How claims may be held and unlinked, as home's managers have chosen. */
export interface ClaimPolicy {
	readonly unlinking: UnlinkPolicy;
	/** The most holders that a code may have at once, by the licence type of its purchase; one by default. */
	readonly seats: Readonly<Record<string, number>>;
}

/** The one guild whose staff decide who may hold a claim, whichever guild a code is verified in. */
export interface Home {
	is(guildId: string): boolean;
	policy(): Promise<ClaimPolicy>;
}

/** The default. */
export const strictPolicy: ClaimPolicy = { unlinking: { kind: 'never' }, seats: {} };

/** While no home is known: nobody decides about claims, and each code has one holder, for ever. */
export const noHome: Home = { is: () => false, policy: async () => strictPolicy };

/** How many members may hold a code of this licence type at once: one or more. */
export function seatsFor({ seats }: ClaimPolicy, licenseType: string): number {
	// Licence types are the marketplace's words: one named `constructor` must find nothing.
	return Object.hasOwn(seats, licenseType) ? (seats[licenseType] ?? 1) : 1;
}

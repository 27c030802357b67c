/** What a buyer may do with a claim that is no longer wanted. */
export type UnlinkPolicy =
	/** Nothing: a claim stays. */
	| { readonly kind: 'never' }
	/** A moderator can hand it over; the buyer alone can't let go of it. */
	| { readonly kind: 'transfer-only' }
	/** The buyer lets go of it, and the code is free for others after so many days. */
	| { readonly kind: 'after-days'; readonly days: number };

/** How claims may be held and let go of, as home's managers have chosen. */
export interface ClaimPolicy {
	readonly unlinking: UnlinkPolicy;
	/** Holders that a code may have at once, by the licence type of its purchase: one where none is named. */
	readonly seats: Readonly<Record<string, number>>;
}

/** The one guild whose staff decide who may hold a claim, whichever guild a code is presented in. */
export interface Home {
	is(guildId: string): boolean;
	policy(): Promise<ClaimPolicy>;
}

/** Where nobody has chosen anything. */
export const strictPolicy: ClaimPolicy = { unlinking: { kind: 'never' }, seats: {} };

/** While no home is known: nobody decides about claims, and each code has one holder, for ever. */
export const noHome: Home = { is: () => false, policy: async () => strictPolicy };

/** How many members may hold a code of this licence type at once: one or more. */
export function seatsFor({ seats }: ClaimPolicy, licenseType: string): number {
	// Licence types are the marketplace's words: one named `constructor` must find nothing.
	return Object.hasOwn(seats, licenseType) ? (seats[licenseType] ?? 1) : 1;
}

/** What a buyer may do with a claim that is no longer wanted. */
export type UnlinkPolicy =
	/** Nothing: the staff alone move it. Two words for it, since two stand in settings of earlier versions. */
	| { readonly kind: 'never' }
	| { readonly kind: 'transfer-only' }
	/** The buyer can move it to an own other account. */
	| { readonly kind: 'members-move' }
	/** The same, and the buyer can unlink it: its code is free for others after so many days. */
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

/** Whether members may move their purchases to their own other account. */
export function mayMove({ unlinking }: ClaimPolicy): boolean {
	return unlinking.kind === 'members-move' || unlinking.kind === 'after-days';
}

/** How many members may hold a code of this licence type at once: one or more. */
export function seatsFor({ seats }: ClaimPolicy, licenseType: string): number {
	// Licence types are the marketplace's words: one named `constructor` must find nothing.
	return Object.hasOwn(seats, licenseType) ? (seats[licenseType] ?? 1) : 1;
}

import type { ClaimDetails } from '../../../src/claims/claim-details.js';

/** An active purchase without holders, except for `holderIds`, that has never been checked. */
export function heldPurchase(
	hash: string,
	{
		holderIds = [],
		claimedAt = 0,
		...changes
	}: Partial<ClaimDetails> & { readonly holderIds?: readonly string[]; readonly claimedAt?: number } = {},
): ClaimDetails {
	const purchase = {
		...{ hash, status: 'active' as const, item: { id: 1, name: 'Aurora', category: 'themes' } },
		...{ supportedUntil: undefined, purchasedAt: undefined, check: undefined },
		...{ licenseType: 'regular', locked: false },
	};
	return {
		...purchase,
		claims: holderIds.map((holderId) => ({ ...purchase, holderId, claimedAt })),
		...{ isRevokedByStaff: false, isGiven: false, keptSeats: 0, skippedAt: undefined },
		...{ history: [], revision: 1, undoUntil: undefined },
		...changes,
	};
}

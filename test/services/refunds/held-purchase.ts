import type { HeldPurchase } from '../../../src/claims/claim-checks.js';

/** An active purchase without holders that has never been checked. */
export function heldPurchase(hash: string, changes: Partial<HeldPurchase> = {}): HeldPurchase {
	return {
		...{ hash, status: 'active', item: { id: 1, name: 'Aurora', category: 'themes' }, claimedAt: 0 },
		...{ supportedUntil: undefined, purchasedAt: undefined, revokedBy: undefined },
		...{ check: undefined, skippedAt: undefined, holderIds: [] },
		...changes,
	};
}

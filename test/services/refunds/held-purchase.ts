import type { HeldPurchase } from '../../../src/claims/claim-checks.js';

/** A purchase that is active, has never been checked and is held by nobody. */
export function heldPurchase(hash: string, changes: Partial<HeldPurchase> = {}): HeldPurchase {
	return {
		...{ hash, status: 'active', item: { id: 1, name: 'Aurora', category: 'themes' }, claimedAt: 0 },
		...{ supportedUntil: undefined, purchasedAt: undefined, revokedBy: undefined },
		...{ check: undefined, skippedAt: undefined, holderIds: [] },
		...changes,
	};
}

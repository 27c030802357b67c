import type { HeldClaim } from '../../../src/claims/own-claims.js';
import { claimOf } from '../../roles/owed-claims.js';

/** A claim of item 7, held by member 200000000000000001. */
export const heldClaim: HeldClaim = {
	...claimOf('200000000000000001', {
		...{ hash: 'a'.repeat(64), item: { id: 7, name: 'Aurora', category: 'themes' }, licenseType: 'regular' },
		...{ purchasedAt: 1, claimedAt: 2 },
	}),
	...{ ending: '3a8c', isRevokedByStaff: false, seat: { number: 1, of: 1 } },
};

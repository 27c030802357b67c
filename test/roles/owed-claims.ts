import type { Claim } from '../../src/claims/claim.js';
import { noRules } from '../servers/no-rules.js';

export const rules = {
	...noRules,
	buyerRoleId: 'buyer',
	supportedRoleId: 'supported',
};

export function claimOf(holderId: string, changes: Partial<Claim> = {}): Claim {
	return {
		hash: `claim-of-${holderId}`,
		holderId,
		status: 'active',
		locked: false,
		item: { id: 1, name: '', category: '' },
		licenseType: '',
		supportedUntil: undefined,
		purchasedAt: undefined,
		claimedAt: 0,
		check: undefined,
		...changes,
	};
}

export async function* generate<T>(values: readonly T[] | Promise<readonly T[]>): AsyncGenerator<T> {
	yield* await values;
}

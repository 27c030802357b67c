import type { OwedClaim } from '../../src/roles/drift.js';

export const rules = {
	buyerRoleId: 'buyer',
	itemRoles: {},
	categoryRoles: {},
	licenceRoles: {},
	supportedRoleId: 'supported',
};

export function claimOf(holderId: string, changes: Partial<OwedClaim> = {}): OwedClaim {
	return {
		holderId,
		guildIds: ['guild'],
		status: 'active',
		item: { id: 1, category: '' },
		licenseType: '',
		supportedUntil: undefined,
		...changes,
	};
}

export async function* generate<T>(values: readonly T[]): AsyncGenerator<T> {
	yield* values;
}

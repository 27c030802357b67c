import { ClaimKeys } from '../../src/claims/claim-keys.js';
import { ClaimStore } from '../../src/claims/claim-store.js';
import type { PolicyChange } from '../../src/claims/policy.js';
import type { Store } from '../../src/storage/store.js';
import { claimSecret } from './sample-claims.js';

/** A store's policy, read and changed the way setup does it. */
export function policyIn(store: Store) {
	const parts = { store, clock: { now: () => 0 }, report: { damaged: () => {} } };
	const claims = new ClaimStore(parts, new ClaimKeys(claimSecret));
	return {
		readPolicy: () => claims.readPolicy(),
		changePolicy: (change: PolicyChange) => claims.changePolicy(change),
	};
}

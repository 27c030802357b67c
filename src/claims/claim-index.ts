import type { Store } from '../storage/store.js';
import { addHashes } from './hash-list.js';
import { bucketKey, memberKey } from './store-keys.js';

/** What the lists of a claim are chosen by. */
export interface Indexed {
	readonly holderId: string;
	/** Milliseconds since the epoch. */
	readonly supportedUntil?: number | undefined;
}

/** Every list in which the claim has to stand. */
export function listsOf(hash: string, claim: Indexed): readonly string[] {
	const member = memberKey(claim.holderId);
	return claim.supportedUntil === undefined ? [member] : [member, bucketKey(claim.supportedUntil, hash)];
}

/** Writes many claims into their lists, each list once. Comes before the claims themselves are written. */
export async function indexClaims(
	store: Store,
	claims: Iterable<readonly [hash: string, claim: Indexed]>,
): Promise<void> {
	const added = new Map<string, string[]>();
	for (const [hash, claim] of claims) {
		for (const key of listsOf(hash, claim)) added.set(key, [...(added.get(key) ?? []), hash]);
	}
	await Promise.all([...added].map(([key, hashes]) => addHashes(store, key, hashes)));
}

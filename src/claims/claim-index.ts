import type { Store } from '../storage/store.js';
import { addHashes } from './hash-list.js';
import type { ClaimEvent } from './record.js';
import { bucketKey, memberKey } from './store-keys.js';

/** What the lists of a claim are chosen by. */
export interface Indexed {
	readonly holders: readonly { readonly userId: string }[];
	readonly history?: readonly ClaimEvent[];
	/** Milliseconds since the epoch. */
	readonly supportedUntil?: number | undefined;
}

/** Every list in which the claim has to stand. */
export function listsOf(hash: string, claim: Indexed): readonly string[] {
	const members = [...membersOf(claim)].map(memberKey);
	return claim.supportedUntil === undefined ? members : [...members, bucketKey(claim.supportedUntil, hash)];
}

/**
 * Who holds the claim or has held it: a member who wants to be forgotten must be found in both. Moderators who have
 * changed it are not among them.
 */
function membersOf({ holders, history = [] }: Indexed): ReadonlySet<string> {
	const former = history.flatMap(({ what, by, member, to }) => [
		...(what === 'claimed' || what === 'guild-added' || what === 'guild-left' || what === 'unlinked'
			? [by]
			: []),
		...[member, to].filter((id) => id !== undefined),
	]);
	return new Set([...holders.map(({ userId }) => userId), ...former.filter((id) => id !== 'deleted')]);
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

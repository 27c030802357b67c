import type { Store } from '../../storage/store.js';
import type { ClaimKeys } from '../claim-keys.js';
import { claimPrefix } from '../store-keys.js';

/** What each administrative job needs. */
export interface AdminJob {
	readonly store: Store;
	readonly keys: ClaimKeys;
	readonly onProgress: Progress;
}

/** Reports progress. `total` is undefined if it isn't known. */
export type Progress = (done: number, total: number | undefined) => void;

/** The number of claims, including damaged ones. Scans all of them. */
export async function countClaims(store: Store): Promise<number> {
	let count = 0;
	for await (const _ of store.list(claimPrefix)) count += 1;
	return count;
}

/** Whether the sealed copy opens with these keys, and is a copy of the code that the hash stands for. */
export function opensWith(keys: ClaimKeys, hash: string, sealed: string): boolean {
	try {
		return keys.hash(keys.open(hash, sealed)) === hash;
	} catch {
		return false;
	}
}

import type { Store } from '../../storage/store.js';
import type { ClaimKeys } from '../claim-keys.js';

export interface AdminJob {
	readonly store: Store;
	readonly keys: ClaimKeys;
	readonly onProgress: Progress;
}

/** `total` is undefined if unknown. */
export type Progress = (done: number, total?: number) => void;

/** Checks that the keys decrypt the sealed code and that it hashes to `hash`. */
export function opensWith(keys: ClaimKeys, hash: string, sealed: string): boolean {
	try {
		return keys.hash(keys.open(hash, sealed)) === hash;
	} catch {
		return false;
	}
}

import type { Store, StoredPair } from '../../storage/store.js';
import { hashesIn, listsOf, removeHashes } from '../claim-indexes.js';
import { readEach } from '../claim-records.js';
import { recordIn } from '../record.js';
import { claimKey } from '../store-keys.js';

export interface ListFinding {
	readonly kind: 'damaged-list' | 'leftover';
	readonly key: string;
	readonly mended: boolean;
}

/** Checks a member's or a day's list against the claims that it refers to. */
export async function verifyList(
	store: Store,
	pair: StoredPair,
	repair: boolean,
): Promise<readonly ListFinding[]> {
	const hashes = hashesIn(pair);
	if (hashes === 'damaged') {
		// Its entries are restored when the claims are checked against their lists.
		if (repair) await store.overwrite(pair.key, { v: 1, hashes: [] });
		return [{ kind: 'damaged-list', key: pair.key, mended: repair }];
	}
	const stray = await strayHashes(store, pair.key, hashes);
	if (stray.length === 0) return [];
	// The bot may be about to write the claim that an entry points to. It then writes the entries again.
	if (repair) await removeHashes(store, pair.key, new Set(stray));
	return stray.map(() => ({ kind: 'leftover', key: pair.key, mended: repair }));
}

/** Entries that no claim confirms. A damaged claim might confirm its entry, so that entry stays. */
async function strayHashes(
	store: Store,
	list: string,
	hashes: readonly string[],
): Promise<readonly string[]> {
	const claims = await readEach(store, hashes.map(claimKey));
	return hashes.filter((hash, index) => {
		const claim = claims[index];
		const record = claim && recordIn(claim);
		if (record === 'damaged') return false;
		return record === undefined || !listsOf(hash, record).includes(list);
	});
}

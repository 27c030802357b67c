import { StoreCorruptError } from '../base/errors.js';
import type { Store, StoredPair } from '../storage/store.js';

/** The pairs under `keys`, in order, like getMany, except that an unreadable row doesn't affect the others. */
export async function readEach(store: Store, keys: readonly string[]): Promise<StoredPair[]> {
	try {
		const values = await store.getMany(keys);
		return keys.map((key, index) => ({ key, value: values[index] }));
	} catch (error) {
		if (!(error instanceof StoreCorruptError)) throw error;
	}
	const pairs: StoredPair[] = [];
	for (const key of keys) {
		try {
			pairs.push({ key, value: await store.get(key) });
		} catch (error) {
			if (!(error instanceof StoreCorruptError)) throw error;
			pairs.push({ key, corrupt: true });
		}
	}
	return pairs;
}

import { StoreCorruptError } from '../errors.js';
import type { Store, StoredPair } from '../storage/store.js';

/** The pairs under `keys`, in their order: as getMany gives them, but a row that can't be read costs no other one. */
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

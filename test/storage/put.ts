import type { Store } from '../../src/storage/store.js';

/** Writes a row, whatever was there. */
export async function put(store: Pick<Store, 'transact'>, key: string, value: unknown): Promise<void> {
	await store.transact(async (tx) => tx.put(key, value));
}

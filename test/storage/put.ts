import type { Store } from '../../src/storage/store.js';

/** Writes a row, whether or not one exists. */
export async function put(store: Pick<Store, 'transact'>, key: string, value: unknown): Promise<void> {
	await store.transact(async (tx) => tx.put(key, value));
}

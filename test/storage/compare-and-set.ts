import type { Store } from '../../src/storage/store.js';

/** Changes a row only if it equals `expected`, where undefined means missing. @returns true if it was changed */
export async function compareAndSet(
	store: Pick<Store, 'transact'>,
	key: string,
	expected: unknown,
	next: unknown,
): Promise<boolean> {
	return await store.transact(async (tx) => {
		if (JSON.stringify(await tx.get(key)) !== JSON.stringify(expected)) return false;
		if (next === undefined) tx.remove(key);
		else tx.put(key, next);
		return true;
	});
}

import type { Store, Transaction } from '../../src/storage/store.js';

type Written = ReadonlyMap<string, unknown>;

/**
 * The store with hooks at the commits of its transactions. `written`: the new values by key, undefined for removed
 * rows. `before` can change the rows first, so that the commit conflicts, or throw, so that it never arrives. `after`
 * can throw, so that its response is lost.
 */
export function onCommit<Some extends Pick<Store, 'transact'>>(
	store: Some,
	{
		before,
		after,
	}: {
		readonly before?: (written: Written) => unknown;
		readonly after?: (written: Written) => unknown;
	},
): Some {
	const transact: Store['transact'] = async (work, options) => {
		const written = new Map<string, unknown>();
		const result = await store.transact(async (tx) => {
			written.clear();
			const noting: Transaction = {
				get: (key) => tx.get(key),
				getMany: (keys) => tx.getMany(keys),
				put(key, value) {
					written.set(key, value);
					tx.put(key, value);
				},
				remove(key) {
					written.set(key, undefined);
					tx.remove(key);
				},
			};
			const value = await work(noting);
			if (written.size > 0) await before?.(written);
			return value;
		}, options);
		if (written.size > 0) await after?.(written);
		return result;
	};
	return { ...store, transact };
}

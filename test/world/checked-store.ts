import { storedRows } from '../../src/row-kinds.js';
import { assertReadable } from '../../src/storage/keyv-store.js';
import type { Store } from '../../src/storage/store.js';
import { boundStore } from '../storage/bound-store.js';

/** The store, which refuses the rows that production would refuse. */
export function checkedStore(store: Store): Store {
	return {
		...boundStore(store),
		transact: (work) =>
			store.transact((tx) =>
				work({
					get: (key) => tx.get(key),
					getMany: (keys) => tx.getMany(keys),
					list: (prefix, after) => tx.list(prefix, after),
					remove: (key) => tx.remove(key),
					put(key, value) {
						assertReadable(storedRows, key, value);
						tx.put(key, value);
					},
				}),
			),
	};
}

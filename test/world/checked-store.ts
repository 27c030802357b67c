import { storedRows } from '../../src/composition/stored-rows.js';
import { assertReadable } from '../../src/storage/keyv-store.js';
import type { Store } from '../../src/storage/store.js';
import { boundStore } from '../storage/bound-store.js';

/** The store, which refuses the rows that production would refuse. */
export function checkedStore(store: Store): Store {
	return {
		...boundStore(store),
		async compareAndSet(key, expected, next) {
			assertReadable(storedRows, key, next);
			return await store.compareAndSet(key, expected, next);
		},
		async overwrite(key, next) {
			assertReadable(storedRows, key, next);
			await store.overwrite(key, next);
		},
	};
}

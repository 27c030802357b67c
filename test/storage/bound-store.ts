import type { Store } from '../../src/storage/store.js';

/** The store as an object that a test can spread, to change some of its operations. */
export function boundStore(store: Store): Store {
	return {
		get: (key) => store.get(key),
		getMany: (keys) => store.getMany(keys),
		transact: (work, options) => store.transact(work, options),
		maxRows: store.maxRows,
		list: (prefix) => store.list(prefix),
		refreshIndex: () => store.refreshIndex(),
		ping: () => store.ping(),
		close: () => store.close(),
	};
}

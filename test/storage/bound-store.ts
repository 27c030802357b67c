import type { Store } from '../../src/storage/store.js';

/** The store as a test can spread it, to change some of its operations. */
export function boundStore(store: Store): Store {
	return {
		get: (key) => store.get(key),
		getMany: (keys) => store.getMany(keys),
		compareAndSet: (key, expected, next) => store.compareAndSet(key, expected, next),
		list: (prefix, after) => store.list(prefix, after),
		normalize: (key) => store.normalize(key),
		overwrite: (key, next) => store.overwrite(key, next),
		ping: () => store.ping(),
		close: () => store.close(),
	};
}

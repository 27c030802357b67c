import type { Store } from '../storage/store.js';
import { spanned, type Tracing } from './tracing.js';

/** The store with a span for each question to it. A key is told by its kind alone, such as `claim`. */
export function tracedStore(store: Store, tracing: Tracing | undefined): Store {
	if (tracing === undefined) return store;
	const asked = <Result>(operation: string, key: string, work: () => Promise<Result>): Promise<Result> =>
		spanned(tracing, `store ${operation}`, { 'store.key.kind': key.split(':', 1)[0] ?? '' }, work);
	return {
		get: (key) => asked('get', key, () => store.get(key)),
		getMany: (keys) => asked('get many', keys[0] ?? '', () => store.getMany(keys)),
		compareAndSet: (key, expected, next) =>
			asked('compare and set', key, () => store.compareAndSet(key, expected, next)),
		list: (prefix, after) => store.list(prefix, after),
		respell: (key) => store.respell(key),
		overwrite: (key, next) => asked('overwrite', key, () => store.overwrite(key, next)),
		ping: () => store.ping(),
		close: () => store.close(),
	};
}

import { rowsOf } from '../../src/storage/memory-rows.js';
import type { Store } from '../../src/storage/store.js';
import { transact } from '../../src/storage/transaction.js';

/** The store's rules over a map. Values are never changed in place, so a copy of the map is a snapshot. */
export function memoryStore(rows: Map<string, unknown>): Store {
	return {
		get: async (key) => rows.get(key),
		getMany: async (keys) => keys.map((key) => rows.get(key)),
		transact: (work, options) => transact(rowsOf(rows), work, () => '', options),
		maxRows: 100,
		list: (prefix, after) => rowsOf(rows).list(prefix, after),
		refreshIndex: async () => {},
		ping: async () => {},
		close: async () => {},
	};
}

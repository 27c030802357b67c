import type { Store } from '../../src/storage/store.js';

/** The store's rules over a map. Values are never changed in place, so a copy of the map is a snapshot. */
export function memoryStore(rows: Map<string, unknown>): Store {
	return {
		get: async (key) => rows.get(key),
		getMany: async (keys) => keys.map((key) => rows.get(key)),
		compareAndSet: async (key, expected, next) => {
			if (JSON.stringify(rows.get(key)) !== JSON.stringify(expected)) return false;
			if (next === undefined) rows.delete(key);
			else rows.set(key, JSON.parse(JSON.stringify(next)));
			return true;
		},
		async *list(prefix) {
			for (const [key, value] of [...rows]) if (key.startsWith(prefix)) yield { key, value };
		},
		normalize: async () => {},
		overwrite: async (key, next) => void rows.set(key, next),
		ping: async () => {},
		close: async () => {},
	};
}

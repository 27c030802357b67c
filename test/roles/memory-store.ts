import { storedRows } from '../../src/composition/stored-rows.js';
import { schemaOf } from '../../src/storage/keyv-store.js';
import type { LimitStore } from '../../src/storage/rate-limits.js';

type MemoryStore = LimitStore & { readonly keys: () => string[] };

/**
 * A store in memory with the store's rules, so that two queues can share one as two lives of a process do. Rejects rows
 * of a kind that production would reject; their values may be damaged.
 */
export function memoryStore(): MemoryStore {
	const rows = new Map<string, unknown>();
	return {
		get: async (key) => rows.get(key),
		getMany: async (keys) => keys.map((key) => rows.get(key)),
		compareAndSet: async (key, expected, next) => {
			if (schemaOf(storedRows, key) === undefined) throw new TypeError(`${key} has no schema in storedRows`);
			if (JSON.stringify(rows.get(key)) !== JSON.stringify(expected)) return false;
			if (next === undefined) rows.delete(key);
			else rows.set(key, next);
			return true;
		},
		async *list(prefix) {
			for (const [key, value] of [...rows]) if (key.startsWith(prefix)) yield { key, value };
		},
		keys: () => [...rows.keys()],
	};
}

/** The same rows by way of a store that notes which keys and prefixes were read, and which keys were to be written. */
export function notingStore(rows: MemoryStore) {
	const [reads, writes]: [string[], string[]] = [[], []];
	const store: MemoryStore = {
		...rows,
		get: (key) => {
			reads.push(key);
			return rows.get(key);
		},
		compareAndSet: (key, expected, next) => {
			writes.push(key);
			return rows.compareAndSet(key, expected, next);
		},
		list: (prefix) => {
			reads.push(prefix);
			return rows.list(prefix);
		},
	};
	return { reads, writes, store };
}

import { storedRows } from '../../src/row-kinds.js';
import { schemaOf } from '../../src/storage/keyv-store.js';
import { rowsOf } from '../../src/storage/memory-rows.js';
import type { Store } from '../../src/storage/store.js';
import { transact } from '../../src/storage/transaction.js';

type MemoryStore = Store & { readonly keys: () => string[] };

/**
 * A store in memory with the store's rules, so that two queues can share one as two lives of a process do. Rejects rows
 * of a kind that production would reject; their values may be damaged.
 */
export function memoryStore(): MemoryStore {
	const rows = new Map<string, unknown>();
	return {
		get: async (key) => rows.get(key),
		getMany: async (keys) => keys.map((key) => rows.get(key)),
		transact: (work) =>
			transact(
				{
					...rowsOf(rows),
					encode(key, value) {
						if (schemaOf(storedRows, key) === undefined)
							throw new TypeError(`${key} has no schema in storedRows`);
						return JSON.stringify(value);
					},
				},
				work,
				() => '',
			),
		async *list(prefix) {
			for (const [key, value] of [...rows]) if (key.startsWith(prefix)) yield { key, value };
		},
		maxRows: 100,
		refreshIndex: async () => {},
		ping: async () => {},
		close: async () => {},
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
		transact: (work) =>
			rows.transact((tx) =>
				work({
					get: (key) => {
						reads.push(key);
						return tx.get(key);
					},
					getMany: (keys) => {
						reads.push(...keys);
						return tx.getMany(keys);
					},
					list: (prefix, after) => tx.list(prefix, after),
					put: (key, value) => {
						writes.push(key);
						tx.put(key, value);
					},
					remove: (key) => {
						writes.push(key);
						tx.remove(key);
					},
				}),
			),
		list: (prefix) => {
			reads.push(prefix);
			return rows.list(prefix);
		},
	};
	return { reads, writes, store };
}

import type { Store } from './store.js';
import { type TransactionRows, transact } from './transaction.js';

/**
 * A store in memory, for rows that must be kept while the real store fails. It ends with the process.
 * @param rows whose values are never changed in place: a copy of the map is a snapshot
 */
export function memoryStore(rows = new Map<string, unknown>()): Store {
	return {
		get: async (key) => rows.get(key),
		getMany: async (keys) => keys.map((key) => rows.get(key)),
		transact: (work, options) => transact(rowsOf(rows), work, () => '', options),
		maxRows: 100,
		async *list(prefix) {
			for (const key of [...rows.keys()].toSorted())
				if (key.startsWith(prefix)) yield { key, value: rows.get(key) };
		},
		refreshIndex: async () => {},
		ping: async () => {},
		close: async () => {},
	};
}

/** The values of a map as the rows of transactions. */
export function rowsOf(values: Map<string, unknown>): TransactionRows {
	const textOf = (key: string): string | undefined => JSON.stringify(values.get(key));
	return {
		async read(keys) {
			return new Map(keys.flatMap((key) => (values.has(key) ? [[key, textOf(key) ?? '']] : [])));
		},
		async commit(steps) {
			if (steps.some(({ key, expected }) => textOf(key) !== expected)) return false;
			for (const step of steps) {
				if (step.act === 'put') values.set(step.key, JSON.parse(step.next));
				else if (step.act === 'remove') values.delete(step.key);
			}
			return true;
		},
		encode: (_, value) => JSON.stringify(value),
		decode: (text) => JSON.parse(text),
	};
}

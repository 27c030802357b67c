import type { ListedStore } from './store.js';
import { type TransactionRows, transact } from './transaction.js';

/** A store in memory, for values that must be kept while the real store fails. It ends with the process. */
export function memoryRows(): ListedStore {
	const rows = new Map<string, unknown>();
	return {
		get: async (key) => rows.get(key),
		transact: (work) => transact(rowsOf(rows), work, () => ''),
		async *list(prefix) {
			for (const [key, value] of [...rows]) if (key.startsWith(prefix)) yield { key, value };
		},
	};
}

/** The values of a map as the rows of transactions. */
export function rowsOf(values: Map<string, unknown>): TransactionRows {
	const textOf = (key: string): string | undefined => JSON.stringify(values.get(key));
	return {
		async read(keys) {
			return new Map(keys.flatMap((key) => (values.has(key) ? [[key, textOf(key) ?? '']] : [])));
		},
		async *list(prefix, after = '') {
			for (const key of [...values.keys()].toSorted())
				if (key.startsWith(prefix) && key > after) yield { key, value: values.get(key) };
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

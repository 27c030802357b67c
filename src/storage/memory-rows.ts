import { isDeepStrictEqual } from 'node:util';
import type { ListedStore } from './update.js';

/** A store in memory, for values that must be kept while the real store fails. It ends with the process. */
export function memoryRows(): ListedStore {
	const rows = new Map<string, unknown>();
	return {
		get: async (key) => rows.get(key),
		async compareAndSet(key, expected, next) {
			if (!isDeepStrictEqual(rows.get(key), expected)) return false;
			if (next === undefined) rows.delete(key);
			else rows.set(key, next);
			return true;
		},
		async *list(prefix) {
			for (const [key, value] of [...rows]) if (key.startsWith(prefix)) yield { key, value };
		},
	};
}

import type { ListedStore } from '../../src/storage/update.js';

/** A store in memory with the store's rules, so that two queues can share one as two lives of a process do. */
export function memoryStore(): ListedStore & { readonly keys: () => string[] } {
	const rows = new Map<string, unknown>();
	return {
		get: async (key) => rows.get(key),
		compareAndSet: async (key, expected, next) => {
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

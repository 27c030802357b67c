import type { Backend } from '../../src/storage/keyv-store.js';

export function memoryBackEnd(): Backend {
	const rows = new Map<string, unknown>();
	const rowsOf = (keys: readonly string[]) =>
		keys.filter((key) => rows.has(key)).map((key) => ({ key, value: rows.get(key) }));
	return {
		name: 'Memory',
		adapter: {
			opts: {},
			get: async (key: string) => rows.get(key) as never,
			set: async (key: string, value: unknown) => {
				rows.set(key, value);
				return true;
			},
			delete: async (key: string) => rows.delete(key),
			clear: async () => rows.clear(),
			on() {
				return this;
			},
		},
		deadlineMs: 1_000,
		maxInFlight: 1,
		maxRows: 100,
		read: async (keys) => rowsOf(keys),
		async commit(transactions) {
			return transactions.map((steps) => {
				if (steps.some(({ key, expected }) => rows.get(key) !== expected)) return false;
				for (const step of steps) {
					if (step.act === 'put') rows.set(step.key, step.next);
					else if (step.act === 'remove') rows.delete(step.key);
				}
				return true;
			});
		},
		async page({ isAfter, key: from }, end, limit) {
			const keys = [...rows.keys()].filter((key) => (isAfter ? key > from : key >= from) && key < end);
			return rowsOf(keys.toSorted().slice(0, limit));
		},
		close: async () => {},
	};
}

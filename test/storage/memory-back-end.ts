import type { Backend, RowChange } from '../../src/storage/keyv-store.js';

/** A back end in memory. */
export function memoryBackEnd(): Backend {
	const rows = new Map<string, unknown>();
	const put = ({ key, next }: RowChange): void => {
		if (next === undefined) rows.delete(key);
		else rows.set(key, next);
	};
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
		read: async (keys) => rowsOf(keys),
		async write(changes) {
			const made = changes.filter(({ key, expected }) => rows.get(key) === expected);
			made.forEach(put);
			return made.map(({ key }) => key);
		},
		async *pages(prefix) {
			yield rowsOf([...rows.keys()].filter((key) => key.startsWith(prefix)));
			return undefined;
		},
		close: async () => {},
	};
}

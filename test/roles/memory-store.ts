import { rowKinds } from '../../src/row-kinds.js';
import { memoryStore as mapStore, rowsOf } from '../../src/storage/memory-store.js';
import type { Store } from '../../src/storage/store.js';
import { kindOf } from '../../src/storage/table.js';
import { transact } from '../../src/storage/transaction.js';
import { onCommit } from '../storage/on-commit.js';

type MemoryStore = Store & { readonly keys: () => string[] };

/**
 * A store in memory with the real store's rules, which two queues can share as two processes would. Rejects rows of a
 * kind that production would reject; their values may be damaged.
 */
export function memoryStore(): MemoryStore {
	const rows = new Map<string, unknown>();
	return {
		...mapStore(rows),
		transact: (work) =>
			transact(
				{
					...rowsOf(rows),
					encode(key, value) {
						if (kindOf(rowKinds, key) === undefined) throw new TypeError(`${key} has no kind in rowKinds`);
						return JSON.stringify(value);
					},
				},
				work,
				() => '',
			),
		async *list(prefix) {
			for (const [key, value] of [...rows]) if (key.startsWith(prefix)) yield { key, value };
		},
		keys: () => [...rows.keys()],
	};
}

/** The same rows through a store that records which were written. */
export function notingStore(rows: MemoryStore) {
	const writes: string[] = [];
	const after = (written: ReadonlyMap<string, unknown>) => void writes.push(...written.keys());
	return { writes, store: onCommit(rows, { after }) };
}

import { rowKinds } from '../../src/row-kinds.js';
import { memoryStore as mapStore } from '../../src/storage/memory-store.js';
import type { Store } from '../../src/storage/store.js';
import { kindOf } from '../../src/storage/table.js';
import { onCommit } from '../storage/on-commit.js';

type MemoryStore = Store & { readonly keys: () => string[] };

/**
 * A store in memory with the real store's rules, which two queues can share as two processes would. Rejects rows of a
 * kind that production would reject; their values may be damaged.
 */
export function memoryStore(): MemoryStore {
	const rows = new Map<string, unknown>();
	const before = (written: ReadonlyMap<string, unknown>) => {
		for (const key of written.keys())
			if (kindOf(rowKinds, key) === undefined) throw new TypeError(`${key} has no kind in rowKinds`);
	};
	return { ...onCommit(mapStore(rows), { before }), keys: () => [...rows.keys()] };
}

/** The same rows through a store that records which were written. */
export function notingStore(rows: MemoryStore) {
	const writes: string[] = [];
	const after = (written: ReadonlyMap<string, unknown>) => void writes.push(...written.keys());
	return { writes, store: onCommit(rows, { after }) };
}

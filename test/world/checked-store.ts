import { StoreCorruptError } from '../../src/base/errors.js';
import { rowKinds } from '../../src/row-kinds.js';
import type { Store } from '../../src/storage/store.js';
import { kindOf } from '../../src/storage/table.js';

/** Throws StoreCorruptError for a row that couldn't be read again, and TypeError for one of an unknown kind. */
export function assertReadable(key: string, row: unknown): void {
	const kind = kindOf(rowKinds, key);
	if (kind === undefined) throw new TypeError(`Rows such as ${key} have no kind in rowKinds`);
	if (!kind.schema.safeParse(row).success) throw new StoreCorruptError(`The row ${key} would be unreadable`);
}

/** The store, which refuses rows that couldn't be read again. */
export function checkedStore(store: Store): Store {
	return {
		...store,
		transact: (work, options) =>
			store.transact(
				(tx) =>
					work({
						get: (key) => tx.get(key),
						getMany: (keys) => tx.getMany(keys),
						remove: (key) => tx.remove(key),
						put(key, value) {
							assertReadable(key, value);
							tx.put(key, value);
						},
					}),
				options,
			),
	};
}

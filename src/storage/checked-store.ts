import type { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';
import type { Store } from './store.js';

/** The schema of a row, by its whole key or by what comes before the key's first colon. */
export function schemaOf(schemas: ReadonlyMap<string, z.ZodType>, key: string): z.ZodType | undefined {
	return schemas.get(key) ?? schemas.get(key.slice(0, Math.max(0, key.indexOf(':'))));
}

/**
 * The store, which writes nothing that could not be read again: a value is parsed by the schema of its kind first, and
 * rejected with StoreCorruptError if it does not fit. Otherwise a mistake anywhere would damage a row for ever. Rejects
 * with TypeError on a row of an unknown kind, which is a mistake of the program.
 * @param schemas as for `schemaOf`
 */
export function checkedStore(store: Store, schemas: ReadonlyMap<string, z.ZodType>): Store {
	const check = (key: string, next: unknown): void => {
		if (next === undefined) return;
		const schema = schemaOf(schemas, key);
		if (schema === undefined) throw new TypeError(`Rows such as ${key} have no schema in storedRows`);
		const parsed = schema.safeParse(next);
		if (!parsed.success)
			throw new StoreCorruptError(`The row ${key} would be unreadable, so it is not written`, {
				cause: parsed.error,
			});
	};
	return {
		get: (key) => store.get(key),
		getMany: (keys) => store.getMany(keys),
		async compareAndSet(key, expected, next) {
			check(key, next);
			return await store.compareAndSet(key, expected, next);
		},
		list: (prefix, after) => store.list(prefix, after),
		respell: (key) => store.respell(key),
		async overwrite(key, next) {
			check(key, next);
			await store.overwrite(key, next);
		},
		ping: () => store.ping(),
		close: () => store.close(),
	};
}

import type { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';

/** The schema of each kind of row, by the full key or by the part before the key's first colon. */
export type RowSchemas = ReadonlyMap<string, z.ZodType>;

export function schemaOf(schemas: RowSchemas, key: string): z.ZodType | undefined {
	return schemas.get(key) ?? schemas.get(key.slice(0, Math.max(0, key.indexOf(':'))));
}

/**
 * Refuses to write a row that could not be read again: a bug anywhere could otherwise damage it for ever. Throws
 * StoreCorruptError if the value doesn't match its schema, and TypeError for an unknown kind of row, which is a bug.
 * Undefined, which removes the row, is always allowed.
 */
export function assertReadable(schemas: RowSchemas, key: string, next: unknown): void {
	if (next === undefined) return;
	const schema = schemaOf(schemas, key);
	if (schema === undefined) throw new TypeError(`Rows such as ${key} have no schema in storedRows`);
	const parsed = schema.safeParse(next);
	if (parsed.success) return;
	throw new StoreCorruptError(`The row ${key} would be unreadable, so it is not written`, {
		cause: parsed.error,
	});
}

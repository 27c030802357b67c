import type { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';

/** The schema of each kind of row, by a whole key or by what comes before a key's first colon. */
export type RowSchemas = ReadonlyMap<string, z.ZodType>;

export function schemaOf(schemas: RowSchemas, key: string): z.ZodType | undefined {
	return schemas.get(key) ?? schemas.get(key.slice(0, Math.max(0, key.indexOf(':'))));
}

/**
 * Refuses a row that could not be read again: otherwise a mistake anywhere would damage it for ever. Throws
 * StoreCorruptError if the value does not fit its schema, and TypeError for an unknown kind of row, which is a mistake
 * of the program. Undefined, which removes the row, is always allowed.
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

import { z } from 'zod';

// Fields that rows of several kinds have, with their bounds.

/** The id of a server, a person, a role, a channel or a message. */
export const snowflake = z.string().regex(/^\d{17,20}$/);

/** Milliseconds since the epoch, as far as a Date reaches. */
export const timestamp = z.number().min(-8.64e15).max(8.64e15);

/** A number of things. */
export const count = z.int().nonnegative();

/** The shop's id of an item. */
export const itemId = z.int().nonnegative();

/** JSON spells a number that isn't finite as null. */
const outOfBounds = z.union([z.number(), z.null()]).transform(() => undefined);

/** A number that may be absent, and counts as absent if it is out of bounds. */
export function optionalNumber<Schema extends z.ZodType<number>>(schema: Schema) {
	return z.union([schema, outOfBounds]).optional();
}

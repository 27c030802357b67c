import { z } from 'zod';

// Field schemas shared by several kinds of rows.

/** The id of a server, a person, a role, a channel or a message. */
export const snowflake = z.string().regex(/^\d{17,20}$/);

/** Milliseconds since the epoch, within the range of a Date. */
export const timestamp = z.number().min(-8.64e15).max(8.64e15);

export const count = z.int().nonnegative();

export const itemId = z.int().nonnegative();

/** JSON represents a number that isn't finite as null. */
const outOfBounds = z.union([z.number(), z.null()]).transform(() => undefined);

/** An optional number; out-of-range values count as absent. */
export function optionalNumber<Schema extends z.ZodType<number>>(schema: Schema) {
	return z.union([schema, outOfBounds]).optional();
}

/** @returns undefined if the text isn't JSON */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export interface MemberRef {
	readonly guildId: string;
	readonly userId: string;
}

/** The names under which `/privacy` shows rows about a person. */
export type PersonalName = 'refusals' | 'directMessages' | 'codesLookedUp' | 'disputes' | 'requests';

/** A row about a person, as `/privacy` shows it to them. */
export interface PersonalRow {
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly guildId?: string | undefined;
	/** The kind's own word for it, such as `taken`. */
	readonly what: string;
	readonly note?: string | undefined;
}

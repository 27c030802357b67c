import { z } from 'zod';

// A component outlives the process that made it: a button of last year is still on its message. So its custom_id
// carries all that its handler needs, after a version: `cc1:<name>:<argument>:…`. A later version can change how the
// rest is read and still tell the old ones apart.
const idVersion = 'cc1';
/** Discord's limit. */
const maxLength = 100;

/** One kind of custom_id: its name and the arguments that it carries. */
export interface CustomId<Args extends readonly (string | number)[]> {
	readonly name: string;
	/** Throws a RangeError where the result would not fit into Discord's 100 characters: a mistake in the code. */
	encode(...args: Args): string;
	/** Undefined for a custom_id that is foreign, of another name or version, or has arguments out of shape. */
	decode(customId: string): Args | undefined;
}

/** A whole number from 0 up, as an argument. Strict: what `Number` also accepts ('', '1e3', ' 7') is refused. */
export const wholeNumber = z
	.string()
	.regex(/^(0|[1-9]\d{0,15})$/)
	.transform(Number)
	.pipe(z.int());

/** Defines a kind of custom_id by its name and the schema of its arguments, read from strings without a colon. */
export function defineCustomId<Args extends readonly (string | number)[]>(
	name: string,
	args: z.ZodType<Args>,
): CustomId<Args> {
	return {
		name,
		encode(...values) {
			const parts = values.map(String);
			const encoded = [idVersion, name, ...parts].join(':');
			if (encoded.length > maxLength || parts.some((part) => part.includes(':'))) {
				throw new RangeError(`A custom_id of "${name}" does not fit or holds a colon`);
			}
			return encoded;
		},
		decode(customId) {
			const [version, actualName, ...parts] = customId.split(':');
			if (version !== idVersion || actualName !== name) return undefined;
			return args.safeParse(parts).data;
		},
	};
}

/** The name that a custom_id of this bot carries, for finding its handler; undefined for a foreign one. */
export function customIdName(customId: string): string | undefined {
	const [version, name] = customId.split(':');
	return version === idVersion && name !== '' ? name : undefined;
}

import { z } from 'zod';

// A component outlives the process that made it: a button of last year is still on its message. So its custom_id
// contains all that its handler needs, after a version: `cc1:<name>:<argument>:…`. A later version can change the
// format and still distinguish old ids.
const idVersion = 'cc1';
const maxLength = 100;

export type IdArgs = readonly (string | number | undefined)[];

/** One kind of custom_id. A form has the id of the button that opens it if both have the same arguments. */
export interface CustomId<Args extends IdArgs> {
	readonly name: string;
	/** Throws a RangeError if the result exceeds Discord's 100 characters: a mistake in the code. */
	encode(...args: Args): string;
	/** @returns undefined for a custom_id of another bot, name or version, or with malformed arguments */
	decode(customId: string): Args | undefined;
}

/** A whole number from 0 up, as an argument. Strict: rejects what `Number` also accepts ('', '1e3', ' 7'). */
export const wholeNumber = z
	.string()
	.regex(/^(0|[1-9]\d{0,15})$/)
	.transform(Number)
	.pipe(z.int());

/** A dispute or refusal as it is shown, as an argument: `KQT-WDR`. The reference of the refusal is that of its dispute. */
export const reference = z.string().regex(/^[A-Z]{3}-[A-Z]{3}$/);

/** The id of a member, server, channel or role, as an argument. */
export const snowflake = z.string().regex(/^\d{17,20}$/);

/** A claim's hash as an argument: 43 characters instead of 64. */
export const claimHash = z
	.string()
	.regex(/^[\w-]{43}$/)
	.transform((short) => Buffer.from(short, 'base64url').toString('hex'));

/** The argument, or undefined for none. */
export function orNone<Argument extends z.ZodType>(argument: Argument) {
	return z.union([z.literal('0').transform(() => undefined), argument]);
}

/** A claim's hash as `claimHash` reads it, and undefined as `orNone` does. */
function written(argument: IdArgs[number]): string {
	const isHash = typeof argument === 'string' && /^[0-9a-f]{64}$/.test(argument);
	return isHash ? Buffer.from(argument, 'hex').toString('base64url') : String(argument ?? '0');
}

/** Defines a kind of custom_id by its name and the schema of its arguments, read from strings without a colon. */
export function defineCustomId(name: string): CustomId<[]>;
export function defineCustomId<Args extends IdArgs>(name: string, args: z.ZodType<Args>): CustomId<Args>;
export function defineCustomId(name: string, args: z.ZodType<IdArgs> = z.tuple([])): CustomId<IdArgs> {
	return {
		name,
		encode(...values) {
			const parts = values.map(written);
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

/** The name in a custom_id, for finding its handler; undefined if it isn't this bot's. */
export function customIdName(customId: string): string | undefined {
	const [version, name] = customId.split(':');
	return version === idVersion && name !== '' ? name : undefined;
}

import { z } from 'zod';
import { itemId, optionalNumber, snowflake, timestamp } from '../../base/row-fields.js';

/** No vowels, so that no word comes out, and nothing that looks like something else. */
const referenceLetters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 6;

/** The key of a reference in the store: the prefix and its six letters. */
export const referencePrefix = 'ref:';
export const referenceKeyPattern = new RegExp(`^${referencePrefix}[${referenceLetters}]{${length}}$`);

/** What is kept of a refusal or an error under its reference. Letters alone in `why`: a code can't be in it. */
export const referenceSchema = z.strictObject({
	v: z.literal(1),
	/** Milliseconds since the epoch. */
	at: timestamp,
	/** Undefined where it was not in a server. */
	guildId: snowflake.optional(),
	userId: snowflake,
	/** Such as `taken`, or the name of an error. */
	why: z
		.string()
		.regex(/^[a-z]+(-[a-z]+)*$/)
		.max(40),
	/** The claim that it is about: its keyed hash. */
	hash: z
		.string()
		.regex(/^[0-9a-f]{64}$/)
		.optional(),
	item: z.strictObject({ id: itemId, name: z.string().max(300) }).optional(),
	/** Until when a purchase can be moved to the account that this was shown to. */
	movableUntil: optionalNumber(timestamp),
	/** Who is moving it there, until both know that it is done. */
	movedBy: snowflake.optional(),
});

export type ReferenceRow = z.infer<typeof referenceSchema>;

/** Six random letters. `random`: a whole number from 0 to below its argument, which nobody can guess. */
export function newLetters(random: (below: number) => number): string {
	return Array.from({ length }, () => referenceLetters[random(referenceLetters.length)]).join('');
}

/** The letters of a reference as somebody typed it: in any case, with hyphens and spaces anywhere. */
export function lettersIn(typed: string): string | undefined {
	const letters = typed
		.normalize('NFKC')
		.replaceAll(/[\s\p{Dash}]/gu, '')
		.toUpperCase();
	return new RegExp(`^[${referenceLetters}]{${length}}$`).test(letters) ? letters : undefined;
}

/** As it is shown: `KQT-WDR`. */
export function shownReference(letters: string): string {
	return `${letters.slice(0, 3)}-${letters.slice(3)}`;
}

import { z } from 'zod';
import { itemId, snowflake, timestamp } from '../../base/row-fields.js';
import { maxShownName } from '../../base/shown-purchase.js';
import { defineKind, type RowOf } from '../../storage/table.js';

/** No vowels, so that no words appear, and no ambiguous letters. */
const referenceLetters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 6;
const keptMs = 30 * 24 * 60 * 60_000;

/** A refusal or error, stored under its reference. `why` accepts letters only, so that it can't contain a code. */
export const referenceKind = defineKind({
	prefix: 'ref:',
	schema: z.strictObject({
		v: z.literal(1),
		/** Milliseconds since the epoch. */
		at: timestamp,
		/** Undefined outside a server. */
		guildId: snowflake.optional(),
		userId: snowflake,
		/** Such as `taken`, or the name of an error. */
		why: z
			.string()
			.regex(/^[a-z]+(-[a-z]+)*$/)
			.max(40),
		/** The keyed hash of the claim. */
		hash: z
			.string()
			.regex(/^[0-9a-f]{64}$/)
			.optional(),
		item: z.strictObject({ id: itemId, name: z.string().max(maxShownName) }).optional(),
	}),
	until: ({ at }) => at + keptMs,
	mentionsClaim: true,
	personal: {
		name: 'refusals',
		people: ({ userId }) => [userId],
		shown: ({ at, guildId, why }) => ({ at, guildId, what: why }),
	},
});
export type ReferenceRow = RowOf<typeof referenceKind>;

/** Six random letters. `random`: an unpredictable integer from 0 to below its argument. */
export function newLetters(random: (below: number) => number): string {
	return Array.from({ length }, () => referenceLetters[random(referenceLetters.length)]).join('');
}

/** The letters of a typed reference, in any case, with hyphens and spaces anywhere. */
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

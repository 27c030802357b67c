import { z } from 'zod';
import { snowflake, timestamp } from '../../base/row-fields.js';
import type { Ground } from '../../ground.js';
import { defineKind, type RowOf, Table } from '../../storage/table.js';

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
	}),
	until: ({ at }) => at + keptMs,
	mentionsClaim: true,
	personal: {
		name: 'refusals',
		people: ({ userId }) => [userId],
		shown: ({ at, guildId, why }) => ({ at, guildId, what: why }),
	},
});
type ReferenceRow = RowOf<typeof referenceKind>;

/** The letters of a typed reference, in any case, with hyphens and spaces anywhere. */
function lettersIn(typed: string): string | undefined {
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

/** The refusal or error that gets a reference. */
export type Refused = Pick<ReferenceRow, 'guildId' | 'userId' | 'why' | 'hash'>;

export type References = ReturnType<typeof createReferences>;
export type FoundReference = NonNullable<Awaited<ReturnType<References['find']>>>;

const patienceMs = 1_000;

/** References of refusals and errors, for staff. They prove nothing alone: members can pass them on. */
export function createReferences(floor: Ground) {
	const { unguessable, clock, logger, store, limits } = floor;
	const rows = new Table(referenceKind, store, clock);

	const newLetter = () => referenceLetters[unguessable.below(referenceLetters.length)];
	const newLetters = () => Array.from({ length }, newLetter).join('');

	/** Gives a refusal its reference. Never rejects or takes long; without the store it can't be looked up later. */
	async function issue(refused: Refused): Promise<string> {
		const unkept = newLetters();
		const kept = keep(unkept, refused).catch((err: unknown) => {
			logger.warn({ err, reference: shownReference(unkept) }, 'A reference could not be stored');
			return unkept;
		});
		// A late one is stored under the letters that are shown, unless they were already taken.
		return shownReference(await Promise.race([kept, clock.delay(patienceMs).then(() => unkept)]));
	}

	/** A reference for something else than a refusal. */
	function next(): string {
		return shownReference(newLetters());
	}

	/** The refusal of a typed reference. Rejects with the store's errors. */
	async function find(typed: string) {
		const letters = lettersIn(typed);
		if (letters === undefined) return undefined;
		const row = await rows.get(letters);
		if (row === undefined) return undefined;
		const { v: _, ...found } = row;
		return { ...found, reference: shownReference(letters) };
	}

	/** Stores the refusal, unless the member had many lately. @returns the letters that are shown */
	async function keep(first: string, refused: Refused): Promise<string> {
		const row: ReferenceRow = { v: 1, at: clock.now(), ...refused };
		return await store.transact(async (tx) => {
			if ((await limits.take('reference', refused.userId, { open: tx })) !== undefined) return first;
			for (let letters = first; ; letters = newLetters())
				if (await rows.addIn(tx, letters, row)) return letters;
		});
	}

	return { issue, next, find };
}

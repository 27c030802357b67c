import { z } from 'zod';
import { count, snowflake, timestamp } from '../../base/row-fields.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import { postSchema } from '../../messages/deliveries.js';
import type { Transaction } from '../../storage/store.js';
import { defineKind, type RowOf } from '../../storage/table.js';
import { type Case, type CaseRows, openCasesKind, person } from './case-rows.js';

const keptMs = 30 * 24 * 60 * 60_000;
export const maxAppealLength = 1_000;

/**
 * Requests to staff by members who can't find their code, under `appeal:` and the letters of their reference.
 * - `open`: staff decide.
 * - `given`: staff gave the purchase. `refused`: they didn't.
 * - `asked`: staff asked for more. `answered`: and got another request.
 * - `withdrawn`: the member's data was deleted.
 */
export const appealKind = defineKind({
	prefix: 'appeal:',
	schema: z.object({
		v: z.literal(1),
		/** When it was opened, the last time. All times are milliseconds since the epoch. */
		at: timestamp,
		userId: person,
		guildId: snowflake,
		/** Without codes. */
		note: z.string().max(maxAppealLength),
		state: z.enum(['open', 'given', 'asked', 'answered', 'refused', 'withdrawn']),
		/** How many pictures the member has sent. */
		pictures: count,
		/** Their addresses, encrypted, until the card is sent. */
		sealed: z.string().max(8_000).optional(),
		/** Who undid the decision, while it is open. */
		decided: z.object({ by: snowflake, at: timestamp, why: z.string().max(300) }).optional(),
		post: postSchema.optional(),
		isSettled: z.boolean().optional(),
	}),
	until: ({ state, at, decided }) =>
		state === 'open' ? Number.POSITIVE_INFINITY : Math.max(at, decided?.at ?? 0) + keptMs,
	damaged: 'stays',
	personal: {
		name: 'requests',
		people: (row) => JSON.stringify(row).match(/\d{17,20}/g) ?? [],
		shown: ({ at, guildId, state, userId, note }, shownTo) => ({
			...{ at, guildId, what: state },
			...(userId === shownTo && { note }),
		}),
		// The card has to be edited. Decisions of staff stay on record.
		without({ isSettled: _, ...row }, { userId }) {
			const { decided } = row;
			const withoutUser = (words: string) => words.replaceAll(userId, 'deleted');
			const rest = {
				...row,
				note: withoutUser(row.note),
				decided: decided && { ...decided, why: withoutUser(decided.why) },
			};
			if (row.userId !== userId) return rest;
			const state = row.state === 'open' ? ('withdrawn' as const) : row.state;
			return { ...rest, state, userId: 'deleted', note: '', pictures: 0, sealed: undefined };
		},
	},
});

export const openAppealsKind = openCasesKind('open-appeals');

export type StoredAppeal = RowOf<typeof appealKind>;
export type Appeal = Case<StoredAppeal>;

/** Opens the request whose gift was undone, unless its member has another open one. @returns true if it did */
export async function reopenIn(
	tx: Transaction,
	rows: CaseRows<StoredAppeal>,
	[gave, undone]: ClaimDetails['history'],
): Promise<boolean> {
	const given = (await rows.all()).find(({ decided }) => decided?.at === gave?.at);
	const current = given && (await rows.get(given.reference, tx));
	if (undone?.what !== 'undone' || current?.state !== 'given' || current.userId !== gave?.member)
		return false;
	if ((await rows.openIn(tx)).some(({ userId }) => userId === current.userId)) return false;
	const { reference, isSettled: _, ...row } = current;
	const { by, at } = undone;
	await rows.addIn(tx, reference, { ...row, at, state: 'open', decided: { by, at, why: '' } });
	return true;
}

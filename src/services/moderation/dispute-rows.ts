import { z } from 'zod';
import { dayMs } from '../../base/clock.js';
import { count, optionalNumber, snowflake, timestamp } from '../../base/row-fields.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import { postSchema } from '../../messages/deliveries.js';
import type { Transaction } from '../../storage/store.js';
import type { Kind, Person } from '../../storage/table.js';
import { type Case, type CaseRows, lettersOf, openCasesKind, person } from './case-rows.js';

const words = z.string().max(300);

const decidedSchema = z.object({
	by: person,
	/** Milliseconds since the epoch. */
	at: timestamp,
	why: words,
	/** The holder at that time. */
	holderId: person.optional(),
	/** The claim's revision after the decision: its undo opens the dispute again. */
	revision: optionalNumber(count),
});

/**
 * Two accounts that claim one purchase, under `dispute:` and the letters of the refusal that started it.
 * - `open`: staff decide.
 * - `moved`: the purchase went to the claimant, by staff or by its holder. `left`: staff left it where it was.
 * - `withdrawn`: by the claimant. `moved-by-owner`: the claimant has verified the code.
 * - `freed`: staff freed the code, in a version before.
 *
 * Other fields of versions before are dropped when a row is read: what they said follows from the claim.
 */
const disputeSchema = z.object({
	v: z.literal(1),
	/** When it was opened. All times are milliseconds since the epoch. */
	at: timestamp,
	hash: z.string().regex(/^[0-9a-f]{64}$/),
	claimantId: person,
	/** The server where the claimant entered the code. */
	guildId: snowflake,
	/** The claimant's message to staff, without codes. */
	note: words,
	state: z.enum(['open', 'moved', 'freed', 'left', 'withdrawn', 'moved-by-owner']),
	/** The question to the holder; absent if the purchase has no holder or several. */
	asked: z
		.object({ holderId: person, at: timestamp, answer: z.enum(['none', 'theirs', 'let-go']) })
		.optional(),
	decided: decidedSchema.optional(),
	/** The last decision that was undone, which opened the dispute again. */
	undone: z.object({ by: person, at: timestamp }).optional(),
	post: postSchema.optional(),
	isReminded: z.boolean().optional(),
	isSettled: z.boolean().optional(),
});

export type StoredDispute = z.infer<typeof disputeSchema>;

export type Dispute = Case<StoredDispute>;

const keptMs = 90 * dayMs;
export const remindMs = 3 * dayMs;
export const maxNoteLength = 300;

export const disputeKind: Kind<StoredDispute> = {
	prefix: 'dispute:',
	schema: disputeSchema,
	until: (row) =>
		row.state === 'open' ? Number.POSITIVE_INFINITY : Math.max(row.at, row.decided?.at ?? 0) + keptMs,
	// One of a later version still counts for its processes.
	damaged: 'stays',
	mentionsClaim: true,
	personal: {
		name: 'disputes',
		people: (row) => JSON.stringify(row).match(/\d{17,20}/g) ?? [],
		shown: ({ at, guildId, state, claimantId, note }, userId) => ({
			at,
			guildId,
			what: state,
			...(claimantId === userId && note !== '' && { note }),
		}),
		without,
	},
};

export const openDisputesKind = openCasesKind('open-disputes');

/** The dispute after the latest change of its purchase; undefined if it stays as it is. */
function followed(row: StoredDispute, file: ClaimDetails): StoredDispute | undefined {
	const event = file.history.at(-1);
	if (event === undefined) return undefined;
	const { what, by, at, why = '', member, to } = event;
	const { claimantId, decided, isSettled: _, isReminded: __, ...rest } = row;
	if (row.state !== 'open') {
		const isUndone = what === 'undone' && decided?.revision === file.revision - 1;
		if (!isUndone || claimantId === 'deleted') return undefined;
		return { ...rest, claimantId, state: 'open', undone: { by, at } };
	}
	const isLost = member !== undefined && member !== claimantId;
	const act = { by, at, why, ...(isLost && { holderId: member }), revision: file.revision };
	// The latest change may be the decision about the claimant's earlier dispute.
	if (what === 'left' && to === claimantId && at >= row.at) return { ...row, state: 'left', decided: act };
	if (!file.claims.some(({ holderId }) => holderId === claimantId)) return undefined;
	if ((what === 'transferred' ? to : what === 'gave' && member) === claimantId)
		return { ...row, state: 'moved', decided: act };
	return { ...row, state: 'moved-by-owner', decided: { by: claimantId, at, why: '' } };
}

/** Removes a person from a dispute; their own open one is closed. The card has to be edited. */
function without({ isSettled: _, ...row }: StoredDispute, { userId }: Person, at: number): StoredDispute {
	const withoutUser = <Id extends string | undefined>(id: Id) => (id === userId ? 'deleted' : id);
	const { asked, decided } = row;
	const isOwn = row.claimantId === userId;
	const isEnded = isOwn && row.state === 'open';
	// Decisions of staff stay on record. The claimant withdrew it or verified the code, or its holder let it go.
	const isMembers =
		decided?.holderId === undefined ? isOwn : row.state === 'moved' && decided.by === decided.holderId;
	const left = decided && {
		...decided,
		by: isMembers ? withoutUser(decided.by) : decided.by,
		why: decided.why.replaceAll(userId, 'deleted'),
		holderId: withoutUser(decided.holderId),
	};
	return {
		...row,
		state: isEnded ? 'withdrawn' : row.state,
		claimantId: withoutUser(row.claimantId),
		note: isOwn ? '' : row.note.replaceAll(userId, 'deleted'),
		asked: asked && { ...asked, holderId: withoutUser(asked.holderId) },
		decided: isEnded ? { by: 'deleted', at, why: '' } : left,
	};
}

/** The disputes in the store. */
export type DisputeRows = CaseRows<StoredDispute>;

/** The open disputes about one purchase. The commit depends on them. */
export async function openAbout(tx: Transaction, rows: DisputeRows, hash: string) {
	return (await rows.openIn(tx)).filter((it) => it.hash === hash);
}

/** Ends or opens disputes by the latest change of their purchase, in its commit. @returns those that have changed */
export async function followIn(tx: Transaction, rows: DisputeRows, file: ClaimDetails) {
	const changed: Dispute[] = [];
	for (const { reference, hash } of await rows.all()) {
		const row = hash === file.hash ? await rows.table.get(lettersOf(reference), tx) : undefined;
		const next = row && followed(row, file);
		const isOpen = next?.state === 'open';
		const others = isOpen ? await openAbout(tx, rows, hash) : [];
		// A claimant has only one open.
		if (next === undefined || others.some((it) => it.claimantId === next.claimantId)) continue;
		if (isOpen) await rows.addIn(tx, reference, next);
		else rows.put(tx, reference, next);
		changed.push({ ...next, reference });
	}
	return changed;
}

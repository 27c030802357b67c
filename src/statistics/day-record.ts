import { z } from 'zod';
import { count, itemId, optionalNumber } from '../base/row-fields.js';
import { defineKind, type RowOf } from '../storage/table.js';

export const refusalReasons = ['invalid', 'taken', 'limited', 'not-a-code', 'uncheckable'] as const;

export type RefusalReason = (typeof refusalReasons)[number];

/** An event in the statistics. A member who verifies the same code again isn't counted. */
export type CountedEvent =
	| { readonly kind: 'verified'; readonly item: { readonly id: number; readonly name: string } }
	| { readonly kind: 'refused'; readonly reason: RefusalReason }
	/** The shop no longer lists a purchase. */
	| { readonly kind: 'refunded' };

const dayMs = 86_400_000;
/** Longer than the longest report with the period before it. */
const keptDays = 190;

/** One guild's UTC day, by its id and the day. A damaged one counts as empty: statistics aren't worth a repair. */
export const dayRecordKind = defineKind({
	prefix: 'stats:',
	schema: z.object({
		v: z.literal(1),
		items: z.array(z.object({ id: itemId, name: z.string(), count })),
		/** Verifications of items beyond the list's limit. */
		others: count,
		refusals: z.partialRecord(z.enum(refusalReasons), count),
		/** Absent in records of earlier versions, and if there were none. */
		refunds: optionalNumber(count),
	}),
	until: (_, id) => Date.parse(id.slice(id.lastIndexOf(':') + 1)) + keptDays * dayMs,
});
export type DayRecord = RowOf<typeof dayRecordKind>;

// Every verification rewrites the record, so its size is limited however many items are sold.
const maxItems = 100;
const maxNameLength = 100;

export const emptyDay: DayRecord = { v: 1, items: [], others: 0, refusals: {} };

export function withOneMore(record: DayRecord, counted: CountedEvent): DayRecord {
	if (counted.kind === 'refused') {
		const { reason } = counted;
		return { ...record, refusals: { ...record.refusals, [reason]: (record.refusals[reason] ?? 0) + 1 } };
	}
	if (counted.kind === 'refunded') return { ...record, refunds: (record.refunds ?? 0) + 1 };
	const { id, name } = counted.item;
	const known = record.items.find((item) => item.id === id);
	if (known === undefined && record.items.length >= maxItems) {
		return { ...record, others: record.others + 1 };
	}
	const rest = record.items.filter((item) => item !== known);
	// Uses the latest name: items get renamed.
	const item = { id, name: name.slice(0, maxNameLength), count: (known?.count ?? 0) + 1 };
	return { ...record, items: [...rest, item] };
}

export function verifiedOn(record: DayRecord): number {
	return record.items.reduce((sum, item) => sum + item.count, record.others);
}

import { z } from 'zod';
import { count, itemId, optionalNumber } from '../base/row-fields.js';

/** Why a request to verify came to nothing. */
export const refusalReasons = ['invalid', 'taken', 'limited', 'not-a-code', 'uncheckable'] as const;

export type RefusalReason = (typeof refusalReasons)[number];

/** What is counted. A member who comes back with a code of their own is no new verification, and isn't. */
export type CountedEvent =
	| { readonly kind: 'verified'; readonly item: { readonly id: number; readonly name: string } }
	| { readonly kind: 'refused'; readonly reason: RefusalReason }
	/** The shop no longer lists a purchase. */
	| { readonly kind: 'refunded' };

/** A guild's day, under `stats:`, its id and the day. */
export const dayRecordSchema = z.object({
	v: z.literal(1),
	items: z.array(z.object({ id: itemId, name: z.string(), count })),
	/** Verifications of items that no longer fit into the list. */
	others: count,
	refusals: z.partialRecord(z.enum(refusalReasons), count),
	/** Absent in records of earlier versions, and where there was none. */
	refunds: optionalNumber(count),
});

/** What happened in one guild on one UTC day. */
export type DayRecord = z.infer<typeof dayRecordSchema>;

// A record is written anew with each verification: it stays small however many items are sold.
const mostItems = 100;
const longestName = 100;

export const emptyDay: DayRecord = { v: 1, items: [], others: 0, refusals: {} };

/** A stored record; one of another shape counts as empty, since statistics aren't worth a repair. */
export function parseDay(value: unknown): DayRecord {
	return dayRecordSchema.safeParse(value).data ?? emptyDay;
}

/** The record with one more. */
export function withOneMore(record: DayRecord, counted: CountedEvent): DayRecord {
	if (counted.kind === 'refused') {
		const { reason } = counted;
		return { ...record, refusals: { ...record.refusals, [reason]: (record.refusals[reason] ?? 0) + 1 } };
	}
	if (counted.kind === 'refunded') return { ...record, refunds: (record.refunds ?? 0) + 1 };
	const { id, name } = counted.item;
	const known = record.items.find((item) => item.id === id);
	if (known === undefined && record.items.length >= mostItems) {
		return { ...record, others: record.others + 1 };
	}
	const rest = record.items.filter((item) => item !== known);
	// The name of the latest verification: items get renamed.
	const item = { id, name: name.slice(0, longestName), count: (known?.count ?? 0) + 1 };
	return { ...record, items: [...rest, item] };
}

/** Every verification of the day. */
export function verifiedOn(record: DayRecord): number {
	return record.items.reduce((sum, item) => sum + item.count, record.others);
}

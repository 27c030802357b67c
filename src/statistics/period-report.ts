import { type DayRecord, type RefusalReason, refusalReasons, verifiedOn } from './day-record.js';

/** Verifications of one item in the whole period. */
export interface ItemTally {
	readonly id: number;
	readonly name: string;
	readonly count: number;
}

/** One UTC day. */
interface DayTally {
	/** Its beginning, in milliseconds since the epoch. */
	readonly day: number;
	readonly verified: number;
	/** Verifications by item id; what is missing up to `verified` is of items that are not told apart. */
	readonly byItem: ReadonlyMap<number, number>;
}

export interface Report {
	/** Verifications in as many days before; undefined where none of them is known. */
	readonly before: number | undefined;
	/** Every day of the period, oldest first; the last one is today, and not over. */
	readonly days: readonly DayTally[];
	readonly verified: number;
	/** Most first. */
	readonly items: readonly ItemTally[];
	/** Verifications of items that are not told apart. */
	readonly otherItems: number;
	/** Purchases that the shop stopped to list. */
	readonly refunded: number;
	readonly refused: number;
	/** Most first, those that happened alone. */
	readonly refusals: readonly { readonly reason: RefusalReason; readonly count: number }[];
}

/** Sums up days, oldest first; `before`: as many before them. */
export function summarise(
	records: readonly { readonly day: number; readonly record: DayRecord }[],
	before: readonly DayRecord[] = [],
): Report {
	const items = new Map<number, ItemTally>();
	const reasons = new Map<RefusalReason, number>();
	for (const { record } of records) {
		for (const { id, name, count } of record.items) {
			items.set(id, { id, name, count: (items.get(id)?.count ?? 0) + count });
		}
		for (const reason of refusalReasons) {
			reasons.set(reason, (reasons.get(reason) ?? 0) + (record.refusals[reason] ?? 0));
		}
	}
	const days = records.map(({ day, record }) => ({
		day,
		verified: verifiedOn(record),
		byItem: new Map(record.items.map(({ id, count }) => [id, count])),
	}));
	const refusals = [...reasons]
		.map(([reason, count]) => ({ reason, count }))
		.filter(({ count }) => count > 0)
		.toSorted((a, b) => b.count - a.count);
	const verifiedBefore = sum(before.map(verifiedOn));
	return {
		before: verifiedBefore === 0 ? undefined : verifiedBefore,
		days,
		verified: sum(days.map((day) => day.verified)),
		items: [...items.values()].toSorted((a, b) => b.count - a.count || a.id - b.id),
		otherItems: sum(records.map(({ record }) => record.others)),
		refunded: sum(records.map(({ record }) => record.refunds ?? 0)),
		refused: sum(refusals.map(({ count }) => count)),
		refusals,
	};
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

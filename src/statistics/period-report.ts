import { type DayRecord, type RefusalReason, refusalReasons, verifiedOn } from './day-record.js';

export interface ItemTally {
	readonly id: number;
	readonly name: string;
	readonly count: number;
}

/** One UTC day. */
interface DayTally {
	/** Its start, in milliseconds since the epoch. */
	readonly day: number;
	readonly verified: number;
	/** Verifications by item id; the rest of `verified` belongs to items that aren't listed individually. */
	readonly byItem: ReadonlyMap<number, number>;
}

export interface Report {
	/** Verifications in an equally long period before; undefined if there were none. */
	readonly before: number | undefined;
	/** Every day of the period, oldest first; the last one is today, and incomplete. */
	readonly days: readonly DayTally[];
	readonly verified: number;
	readonly items: readonly ItemTally[];
	/** Verifications of items that aren't listed individually. */
	readonly otherItems: number;
	/** Purchases that the shop no longer lists. */
	readonly refunded: number;
	readonly refused: number;
	/** In descending order, without zeros. */
	readonly refusals: readonly { readonly reason: RefusalReason; readonly count: number }[];
}

/** Sums up days, oldest first; `before`: an equal number of days before them. */
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

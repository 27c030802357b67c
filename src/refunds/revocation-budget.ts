import { z } from 'zod';
import { count } from '../base/row-fields.js';
import type { ListedStore } from '../storage/store.js';
import { defineKind, Table } from '../storage/table.js';

export const revocationsKind = defineKind({
	prefix: 'revocations',
	schema: z.object({
		v: z.literal(1),
		/** Within the range of a Date. */
		day: z.int().min(-1e8).max(1e8),
		count,
		/** The day's limit has been announced as reached. */
		told: z.boolean().optional(),
	}),
});

/** Limits the purchases revoked on a UTC day (days since the epoch), across restarts and processes. */
export interface RevocationBudget {
	/** Takes one from the day's budget. `just-full`: returned only to the first caller that finds it empty. */
	take(day: number, limit: number): Promise<'taken' | 'just-full' | 'full'>;
	/** Restores the day's full budget, on the operator's decision. */
	refill(day: number): Promise<void>;
}

/** Rejects as the store does. */
export function createRevocationBudget(store: ListedStore): RevocationBudget {
	const rows = new Table(revocationsKind, store);
	return {
		async take(day, limit) {
			return await store.transact(async (tx) => {
				const known = await rows.get('', tx);
				// Around midnight, processes whose clocks differ share the later day.
				const isSame = known !== undefined && (known.day === day || known.day === day + 1);
				const row = isSame ? known : { v: 1 as const, day, count: 0 };
				if (row.count < limit) {
					const { told: _, ...rest } = row;
					rows.put(tx, '', { ...rest, count: row.count + 1 });
					return 'taken';
				}
				if (row.told) return 'full';
				rows.put(tx, '', { ...row, told: true });
				return 'just-full';
			});
		},

		async refill(day) {
			await rows.set('', { v: 1, day, count: 0 });
		},
	};
}

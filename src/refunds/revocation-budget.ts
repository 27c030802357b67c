import { z } from 'zod';
import { count } from '../base/row-fields.js';
import { update, type ValueStore } from '../storage/update.js';

export const revocationsSchema = z.object({
	v: z.literal(1),
	/** Within the range of a Date. */
	day: z.int().min(-1e8).max(1e8),
	count,
	/** The day's limit has been announced as reached. */
	told: z.boolean().optional(),
});
const countKey = 'revocations';

/** Limits the purchases revoked on a UTC day (days since the epoch), across restarts and processes. */
export interface RevocationBudget {
	/** Takes one from the day's budget. `just-full`: returned only to the first caller that finds it empty. */
	take(day: number, limit: number): Promise<'taken' | 'just-full' | 'full'>;
	/** Restores the day's full budget, on the operator's decision. */
	refill(day: number): Promise<void>;
}

/** Rejects as the store does. */
export function createRevocationBudget(store: ValueStore): RevocationBudget {
	return {
		async take(day, limit) {
			return await update<'taken' | 'just-full' | 'full'>(store, countKey, (current) => {
				const known = revocationsSchema.safeParse(current).data;
				// Around midnight, processes whose clocks differ share the later day.
				const isSame = known !== undefined && (known.day === day || known.day === day + 1);
				const { count, told, ...row } = isSame ? known : { v: 1, day, count: 0, told: false };
				if (count < limit) return { next: { ...row, count: count + 1 }, result: 'taken' };
				if (told) return { result: 'full' };
				return { next: { ...row, count, told: true }, result: 'just-full' };
			});
		},

		async refill(day) {
			await update(store, countKey, () => ({ next: { v: 1, day, count: 0 }, result: undefined }));
		},
	};
}

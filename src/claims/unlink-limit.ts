import { z } from 'zod';
import { update, type ValueStore } from '../storage/update.js';
import type { Snowflake } from './claim.js';

const prefix = 'unlinks:';
const timesSchema = z.strictObject({ v: z.literal(1), times: z.array(z.number()) });
const most = 3;
const windowMs = 24 * 60 * 60_000;

/** The part of the store that the limit needs. */
interface UnlinkStore extends ValueStore {
	list(prefix: string): AsyncIterable<{ readonly key: string; readonly value?: unknown }>;
}

export interface UnlinkLimitOptions {
	readonly store: UnlinkStore;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/** Limits unlinking, since verifying again afterwards costs a request to the marketplace. */
export interface UnlinkLimit {
	/** Counts one, unless there were three in 24 hours. `retryAt`: milliseconds since the epoch. */
	take(userId: Snowflake): Promise<{ readonly kind: 'free' } | { kind: 'limited'; retryAt: number }>;
	/** When the member let go of purchases, as far as that still counts: milliseconds since the epoch, oldest first. */
	timesOf(userId: Snowflake): Promise<readonly number[]>;
	/** Removes the counts in which nothing counts any more. */
	prune(): Promise<void>;
}

/** Counts in the store, so the limit holds over restarts and processes. Methods reject as the store does. */
export function createUnlinkLimit({ store, now }: UnlinkLimitOptions): UnlinkLimit {
	return {
		async take(userId) {
			return await update(store, prefix + userId, (current) => {
				const at = now();
				const times = stillCounting(current, at);
				const oldest = times.at(-most);
				// Written also where it is refused: a time from before the clock was set back counts from now.
				const next = { v: 1, times: oldest === undefined ? [...times, at] : times };
				const result =
					oldest === undefined
						? ({ kind: 'free' } as const)
						: ({ kind: 'limited', retryAt: oldest + windowMs } as const);
				return { next, result };
			});
		},
		async timesOf(userId) {
			return stillCounting(await store.get(prefix + userId), now());
		},
		async prune() {
			for await (const { key, value } of store.list(prefix)) {
				if (value === undefined || stillCounting(value, now()).length > 0) continue;
				// Not removed where the member has unlinked another one meanwhile.
				await store.compareAndSet(key, value, undefined);
			}
		},
	};
}

/** A count of another shape counts as none. A time in the future counts as now. */
function stillCounting(value: unknown, at: number): readonly number[] {
	const times = timesSchema.safeParse(value).data?.times ?? [];
	return times.map((time) => Math.min(time, at)).filter((time) => time > at - windowMs);
}

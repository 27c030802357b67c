import { z } from 'zod';
import { timestamp } from '../base/row-fields.js';
import type { Slice } from '../sharding/slice.js';
import { update, type ValueStore } from '../storage/update.js';
import type { DriftCursor } from './drift.js';

const supportKey = 'reconciler:support-ended-until';
/** Each day since then is looked at: one before 1970 is no time that the bot has been at. */
export const supportCursorSchema = z.object({ v: z.literal(1), until: timestamp.nonnegative() });

/** Up to when the ends of support have been followed, in the store. */
export function supportCursor(store: ValueStore) {
	return {
		get: async () => supportCursorSchema.safeParse(await store.get(supportKey)).data?.until,
		set: async (until: number) => {
			await update(store, supportKey, () => ({ next: { v: 1, until }, result: undefined }));
		},
	};
}

const driftPrefix = 'reconciler:drift';
export const driftCursorSchema = z.object({ v: z.literal(1), after: z.string() });

/** Up to which member a process' search for drift has come in the guilds of its slice, in the store. */
export function driftCursor(store: ValueStore, slice: Pick<Slice, 'shards' | 'toString'>): DriftCursor {
	const driftKey = slice.shards === 'auto' ? driftPrefix : `${driftPrefix}:${slice}`;
	return {
		get: async () => driftCursorSchema.safeParse(await store.get(driftKey)).data?.after,
		set: async (after) => {
			const next = after === undefined ? undefined : { v: 1, after };
			await update(store, driftKey, () => ({ next, result: undefined }));
		},
	};
}

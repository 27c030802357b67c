import { z } from 'zod';
import { update, type ValueStore } from '../storage/update.js';
import type { DriftCursor } from './drift.js';

const supportKey = 'reconciler:support-ended-until';
const supportSchema = z.object({ v: z.literal(1), until: z.number() });

/** Up to when the ends of support have been followed, in the store. */
export function supportCursor(store: ValueStore) {
	return {
		get: async () => supportSchema.safeParse(await store.get(supportKey)).data?.until,
		set: async (until: number) => {
			await update(store, supportKey, () => ({ next: { v: 1, until }, result: undefined }));
		},
	};
}

const driftKey = 'reconciler:drift';
const driftSchema = z.object({ v: z.literal(1), after: z.string() });

/** Up to which member the search for drift has come, in the store. */
export function driftCursor(store: ValueStore): DriftCursor {
	return {
		get: async () => driftSchema.safeParse(await store.get(driftKey)).data?.after,
		set: async (after) => {
			const next = after === undefined ? undefined : { v: 1, after };
			await update(store, driftKey, (current) =>
				current === undefined && next === undefined ? { result: undefined } : { next, result: undefined },
			);
		},
	};
}

import { z } from 'zod';
import type { RecheckLoad } from '../base/measures.js';
import { count } from '../base/row-fields.js';
import type { Store } from '../storage/store.js';
import { update, type ValueStore } from '../storage/update.js';

/** May be a fraction. */
const perDay = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);

export const loadSchema = z.object({
	v: z.literal(1),
	purchases: count,
	due: count,
	overdue: count,
	neededADay: perDay,
	possibleADay: perDay,
});
const loadKey = 'recheck:load';

/** The load at the start of the latest round, in any process; undefined before the first one. */
export async function readLoad(store: Pick<Store, 'get'>): Promise<RecheckLoad | undefined> {
	return loadSchema.safeParse(await store.get(loadKey)).data;
}

/** Stores the load for all processes. Rejects with the store's errors. */
export async function keepLoad(store: ValueStore, load: RecheckLoad): Promise<void> {
	await update(store, loadKey, () => ({ next: { v: 1, ...load }, result: undefined }));
}

import { z } from 'zod';
import { count } from '../base/row-fields.js';
import type { RecheckLoad } from '../operations/metrics.js';
import type { Store } from '../storage/store.js';
import { update, type ValueStore } from '../storage/update.js';

/** Not always a whole number. */
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

/** What there was to check when a round last began, in whichever process; undefined before the first one. */
export async function readLoad(store: Pick<Store, 'get'>): Promise<RecheckLoad | undefined> {
	return loadSchema.safeParse(await store.get(loadKey)).data;
}

/** Keeps what there is to check for every process. Rejects with the store's errors. */
export async function keepLoad(store: ValueStore, load: RecheckLoad): Promise<void> {
	await update(store, loadKey, () => ({ next: { v: 1, ...load }, result: undefined }));
}

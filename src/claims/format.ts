import { z } from 'zod';
import { StoreRefusedError } from '../errors.js';
import type { Store } from '../storage/store.js';
import { addDayBuckets } from './migrations/add-day-buckets.js';
import { formatKey } from './store-keys.js';

/** The form in which this version keeps claims. */
export const currentFormat = 5;

/** Migrates a store from one format to the next. Safe to repeat, and while another process does the same. */
export type Migration = (store: Store) => Promise<void>;

/** From format n to n + 1, by n. */
export const migrations: Readonly<Record<number, Migration>> = {
	1: addDayBuckets,
	// Records of both forms coexist and both are read: only the format number changes, so that an older version,
	// which can't read the new form, refuses the store.
	2: async () => {},
	// The same: a record may have more fields than in the format before.
	3: async () => {},
	4: async () => {},
};

const formatSchema = z.strictObject({ format: z.int().positive() });

/** Initializes an empty store, migrates an older one, and refuses a newer one with StoreRefusedError. */
export async function bringToFormat(
	store: Store,
	target: number = currentFormat,
	steps: Readonly<Record<number, Migration>> = migrations,
): Promise<void> {
	for (;;) {
		const stored = await store.get(formatKey);
		if (stored === undefined) {
			if (await store.compareAndSet(formatKey, undefined, { format: target })) return;
			continue;
		}
		const { format } = readFormat(stored);
		if (format === target) return;
		const step = steps[format];
		// There is no downgrade from a newer format.
		if (step === undefined) {
			throw new StoreRefusedError(
				`The store has format ${format}, and this version reads up to ${target}: start the version that wrote it, or a newer one`,
			);
		}
		await step(store);
		// The format number is written last: after a kill in between the step runs again.
		await store.compareAndSet(formatKey, stored, { format: format + 1 });
	}
}

function readFormat(stored: unknown): { format: number } {
	const parsed = formatSchema.safeParse(stored);
	if (parsed.success) return parsed.data;
	throw new StoreRefusedError("The store's note of its format is damaged: restore a backup", {
		cause: parsed.error,
	});
}

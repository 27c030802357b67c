import { z } from 'zod';
import { StoreRefusedError } from '../errors.js';
import type { Store } from '../storage/store.js';
import { addDayBuckets } from './migrations/add-day-buckets.js';
import { formatKey } from './store-keys.js';

/** The form in which this version keeps claims. */
export const currentFormat = 4;

/** Brings a store from one format to the next. Safe to run again, and beside another process that does the same. */
export type Migration = (store: Store) => Promise<void>;

/** From format n to n + 1, by n. */
export const migrations: Readonly<Record<number, Migration>> = {
	1: addDayBuckets,
	// Records of the new form stand beside those of the old one, which both are read: only the mark changes, so that
	// an older version, which can't read the new ones, refuses the store.
	2: async () => {},
	// The same: a record may say more than one of format 3.
	3: async () => {},
};

const formatSchema = z.strictObject({ format: z.int().positive() });

/** Marks a fresh store, migrates an older one, and refuses a newer one with StoreRefusedError. */
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
		// Nothing leads from a newer format to this one.
		if (step === undefined) {
			throw new StoreRefusedError(
				`The store has format ${format}, and this version reads up to ${target}: start the version that wrote it, or a newer one`,
			);
		}
		await step(store);
		// The mark comes last: after a kill in the middle the step runs again.
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

import { z } from 'zod';
import { StoreRefusedError } from '../base/errors.js';
import type { Store } from '../storage/store.js';
import { addDayBuckets } from './add-day-buckets.js';
import { formatKey } from './store-keys.js';

/** The storage format that this version writes. */
export const currentFormat = 7;

/** Migrates a store by one format. Safe to repeat, and safe while another process runs it too. */
export type Migration = (store: Store) => Promise<void>;

/** By the format that they start from. */
export const migrations: Readonly<Record<number, Migration>> = {
	1: addDayBuckets,
	// Both record forms coexist and can be read. Only the format number changes, so that older versions, which can't
	// read the new form, refuse the store.
	2: async () => {},
	// Likewise: records, and from 6 settings, may have new fields.
	3: async () => {},
	4: async () => {},
	5: async () => {},
	6: async () => {},
};

export const formatSchema = z.strictObject({ format: z.int().positive() });

export interface Upgrade {
	readonly from: number;
	readonly to: number;
}

export interface FormatOptions {
	/** Called once before an older store is migrated; a rejection leaves the store unchanged. */
	readonly beforeUpgrade?: (upgrade: Upgrade) => Promise<void>;
	readonly target?: number;
	readonly steps?: Readonly<Record<number, Migration>>;
}

/** Initializes an empty store, migrates an older one, and refuses a newer one with StoreRefusedError. */
export async function bringToFormat(store: Store, options: FormatOptions = {}): Promise<void> {
	const { target = currentFormat, steps = migrations, beforeUpgrade } = options;
	let isAnnounced = false;
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
		if (step === undefined) throw newerFormat(format, target);
		if (!isAnnounced) await beforeUpgrade?.({ from: format, to: target });
		isAnnounced = true;
		await step(store);
		// The format number is written last, so that the step runs again after a crash in between.
		await store.compareAndSet(formatKey, stored, { format: format + 1 });
	}
}

/** Checks without a write, so that an older version can keep using the store. Rejects with StoreRefusedError. */
export async function refuseNewerFormat(store: Pick<Store, 'get'>): Promise<void> {
	const stored = await store.get(formatKey);
	if (stored === undefined) return;
	const { format } = readFormat(stored);
	if (format > currentFormat) throw newerFormat(format, currentFormat);
}

function newerFormat(format: number, target: number): StoreRefusedError {
	return new StoreRefusedError(
		`The database has format ${format}, and this version reads up to ${target}: start the version that wrote it, or a newer one`,
	);
}

function readFormat(stored: unknown): { format: number } {
	const parsed = formatSchema.safeParse(stored);
	if (parsed.success) return parsed.data;
	throw new StoreRefusedError("The database's note of its format is damaged: restore a backup", {
		cause: parsed.error,
	});
}

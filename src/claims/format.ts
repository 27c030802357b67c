import { z } from 'zod';
import { StoreRefusedError } from '../base/errors.js';
import type { Store } from '../storage/store.js';
import { addDayBuckets } from './add-day-buckets.js';
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

export const formatSchema = z.strictObject({ format: z.int().positive() });

/** From the format that a store has to the one that it is about to get. */
export interface Upgrade {
	readonly from: number;
	readonly to: number;
}

export interface FormatOptions {
	/** Called once before an older store is changed; if it rejects, nothing is. */
	readonly beforeUpgrade?: (upgrade: Upgrade) => Promise<void>;
	/** Default: the format and the migrations of this version. */
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
		// The format number is written last: after a kill in between the step runs again.
		await store.compareAndSet(formatKey, stored, { format: format + 1 });
	}
}

/**
 * For reading alone: changes nothing, so that a version that keeps the store in an older format can go on. Rejects
 * with StoreRefusedError if the format is newer than this version's.
 */
export async function refuseNewerFormat(store: Pick<Store, 'get'>): Promise<void> {
	const stored = await store.get(formatKey);
	if (stored === undefined) return;
	const { format } = readFormat(stored);
	if (format > currentFormat) throw newerFormat(format, currentFormat);
}

function newerFormat(format: number, target: number): StoreRefusedError {
	return new StoreRefusedError(
		`The store has format ${format}, and this version reads up to ${target}: start the version that wrote it, or a newer one`,
	);
}

function readFormat(stored: unknown): { format: number } {
	const parsed = formatSchema.safeParse(stored);
	if (parsed.success) return parsed.data;
	throw new StoreRefusedError("The store's note of its format is damaged: restore a backup", {
		cause: parsed.error,
	});
}

import { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';
import type { ListedItem } from '../marketplace/schemas.js';
import { type ListedStore, update } from '../storage/update.js';
import { type SeenVersions, withVersion } from './item-versions.js';

// The items that the shop has ever listed.

const prefix = 'items-seen:';
/** Rows for all items: a few hundred ids in each for a catalogue of ten thousand. */
const rowCount = 32;

/** Some of the account's items, by id, with their versions. Nothing is removed: an item that returns is not new. */
export const seenItemsSchema = z.strictObject({
	v: z.literal(1),
	items: z.record(z.string().regex(/^\d{1,16}$/), z.array(z.string().max(60)).max(11)),
});

type SeenItems = z.infer<typeof seenItemsSchema>;

/** The fields that decide whether an item is news. */
export type VersionedItem = Pick<ListedItem, 'id' | 'version'>;

export type KnownItems = ReadonlyMap<number, SeenVersions>;

/** Rejects as the store does, and with StoreCorruptError if a row can't be read: its items would look new. */
export async function readKnown(store: ListedStore): Promise<KnownItems> {
	const known = new Map<number, SeenVersions>();
	for await (const { value } of store.list(prefix)) {
		const { items } = parse(value);
		for (const [id, versions] of Object.entries(items)) known.set(Number(id), versions);
	}
	return known;
}

/** Adds these items and versions. Rows in which nothing changes are not written. `add`: as `withVersion` does it. */
export async function learn(
	store: ListedStore,
	items: readonly VersionedItem[],
	known: KnownItems,
	add = withVersion,
): Promise<void> {
	const byRow = new Map<number, VersionedItem[]>();
	for (const item of items) {
		const seen = known.get(item.id);
		if (seen !== undefined && add(seen, item.version) === seen) continue;
		const row = item.id % rowCount;
		byRow.set(row, [...(byRow.get(row) ?? []), item]);
	}
	for (const [row, changed] of byRow) {
		await update(store, prefix + row, (stored) => {
			const items = stored === undefined ? {} : { ...parse(stored).items };
			for (const { id, version } of changed) items[id] = [...add(items[id] ?? [], version)];
			return { next: { v: 1, items } satisfies SeenItems, result: undefined };
		});
	}
}

function parse(stored: unknown): SeenItems {
	const parsed = seenItemsSchema.safeParse(stored);
	if (parsed.success) return parsed.data;
	throw new StoreCorruptError('The list of seen items has an invalid shape', { cause: parsed.error });
}

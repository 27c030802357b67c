import { z } from 'zod';
import type { ListedItem } from '../marketplace/schemas.js';
import type { ListedStore } from '../storage/store.js';
import { defineKind, Table } from '../storage/table.js';
import { type SeenVersions, withVersion } from './item-versions.js';

// The items that the shop has ever listed.

/** Rows for all items: a few hundred ids in each for a catalogue of ten thousand. */
const rowCount = 32;

/** Some of the account's items, by id, with their versions. Nothing is removed: an item that returns is not new. */

/** By the number of the row. The items of a damaged one would look new. */
export const seenItemsKind = defineKind({
	prefix: 'items-seen:',
	schema: z.strictObject({
		v: z.literal(1),
		items: z.record(z.string().regex(/^\d{1,16}$/), z.array(z.string().max(60)).max(11)),
	}),
	damaged: 'rejects',
});

/** The fields that decide whether an item is news. */
export type VersionedItem = Pick<ListedItem, 'id' | 'version'>;

export type KnownItems = ReadonlyMap<number, SeenVersions>;

/** Rejects as the store does, and with StoreCorruptError if a row can't be read. */
export async function readKnown(store: ListedStore): Promise<KnownItems> {
	const known = new Map<number, SeenVersions>();
	const rows = new Table(seenItemsKind, store);
	const numbers = Array.from({ length: rowCount }, (_, number) => String(number));
	for (const row of await Promise.all(numbers.map((number) => rows.get(number))))
		for (const [id, versions] of Object.entries(row?.items ?? {})) known.set(Number(id), versions);
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
		await new Table(seenItemsKind, store).change(String(row), (current) => {
			const items = { ...current?.items };
			for (const { id, version } of changed) items[id] = [...add(items[id] ?? [], version)];
			return { v: 1, items };
		});
	}
}

import { z } from 'zod';
import { timestamp } from '../../base/row-fields.js';
import type { Ground } from '../../ground.js';
import type { ListedItem } from '../../marketplace/schemas.js';
import type { ListedStore } from '../../storage/store.js';
import { defineKind, type RowOf, Table } from '../../storage/table.js';
import { isNewVersion, type SeenVersions, withListed, withVersion } from './item-versions.js';

/**
 * Records the news of a list, which may lack entries that can't be read: their items are none that vanished. Nothing is
 * written if it has none. The log is written before the memory: after a kill in between the next list finds them in the
 * log, and moves them to the memory before the log forgets them. Rejects with the store's errors.
 */
export async function recordNews(
	list: readonly VersionedItem[],
	{ store, logger, clock }: Ground,
): Promise<void> {
	// A list may name an item twice.
	const items = [...new Map(list.map((it) => [it.id, it])).values()];
	// An account whose items are all missing has rather lost its list.
	if (items.length === 0) return;
	// In this order: another process writes the log of the first list once all its items are in the memory.
	const logged = await readNews(store);
	const seen = await readKnown(store);
	const now = clock.now();
	if (logged === undefined) {
		await learn(store, items, seen);
		await recordList(store, items.length, [], now);
		logger.info({ items: items.length }, 'Remembered the items: new ones can be announced from now on');
		return;
	}
	const inLog = logged.batches.flatMap(({ news }) => news.map(({ id, version }) => ({ id, version })));
	await learn(store, inLog, seen);
	const known = withItems(seen, inLog);
	if (isHalf(items, known, logged.size)) {
		const { halfSince = now } = logged;
		await noteHalf(store, now);
		if (now - halfSince < keptMs) {
			logger.warn(
				{ items: items.length, before: logged.size },
				'The list is much shorter than before. Nothing is announced',
			);
			return;
		}
		// Most items were deleted for good, or the account is another one.
		await learn(store, items, known);
		await recordList(store, items.length, [], now);
		return;
	}
	const { news, learned } = compareList(items, known, heldItems(logged, now));
	await recordList(store, items.length, news, now);
	await learn(store, learned, known, withListed);
	if (news.length > 0) logger.info({ news: news.length }, 'The shop has new items or versions');
}

/** The memory, with items that a killed process has left in the log. */
function withItems(seen: KnownItems, items: readonly VersionedItem[]): KnownItems {
	const known = new Map(seen);
	for (const { id, version } of items) known.set(id, withVersion(known.get(id) ?? [], version));
	return known;
}

/** Of the items that the previous list had, this part has to be in a list that counts. */
const minKept = 2 / 3;

/**
 * Compares a list, which names each item once, with the items seen before it.
 * @param held items that were announced a short time ago: their changes wait for a later list
 * @returns the news, and the items that are to be remembered, in the list's order
 */
function compareList(
	items: readonly VersionedItem[],
	known: KnownItems,
	held: ReadonlySet<number>,
): { readonly news: readonly News[]; readonly learned: readonly VersionedItem[] } {
	const news: News[] = [];
	const learned: VersionedItem[] = [];
	for (const item of items) {
		const { id, version } = item;
		const seen = known.get(id);
		const isNews = seen === undefined || isNewVersion(seen, version);
		if (isNews && held.has(id)) continue;
		learned.push(item);
		if (!isNews) continue;
		const named = version === undefined ? {} : { version: version.slice(0, 60) };
		news.push({ id, ...named, ...(seen === undefined && { isNew: true }) });
	}
	return { news, learned };
}

/** True if too many of the items are missing that the previous list had, `size` in number. */
function isHalf(items: readonly VersionedItem[], known: KnownItems, size: number): boolean {
	return items.filter(({ id }) => known.has(id)).length < size * minKept;
}

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

type KnownItems = ReadonlyMap<number, SeenVersions>;

/** Rejects as the store does, and with StoreCorruptError if a row can't be read. */
async function readKnown(store: ListedStore): Promise<KnownItems> {
	const known = new Map<number, SeenVersions>();
	const rows = new Table(seenItemsKind, store);
	const numbers = Array.from({ length: rowCount }, (_, number) => String(number));
	for (const row of await Promise.all(numbers.map((number) => rows.get(number))))
		for (const [id, versions] of Object.entries(row?.items ?? {})) known.set(Number(id), versions);
	return known;
}

/** Adds these items and versions. Rows in which nothing changes are not written. `add`: as `withVersion` does it. */
async function learn(
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

/** News that could not be announced for this long is dropped. */
export const keptMs = 24 * 60 * 60_000;
/** An item is announced at most once in this time: some shops change versions by the minute. */
const dampingMs = 6 * 60 * 60_000;
/** An author who adds more at a time hardly wants each of them in one message. */
const maxNews = 500;

const newsSchema = z.strictObject({
	id: z.int().min(0),
	version: z.string().max(60).optional(),
	/** True for an item, absent for a version of a known one. */
	isNew: z.literal(true).optional(),
});

/** An item or a version that the shop has not listed before. */
export type News = Readonly<z.infer<typeof newsSchema>>;

const batchSchema = z.strictObject({
	/** Counted from 1. */
	seq: z.int().min(1),
	at: timestamp,
	news: z.array(newsSchema).max(maxNews),
});

/** The news of one list: one announcement in each server. */
export type NewsBatch = Readonly<z.infer<typeof batchSchema>>;

export const newsLogKind = defineKind({
	prefix: 'news-log',
	schema: z.strictObject({
		v: z.literal(1),
		/** The number of the latest batch; 0 before the first. */
		seq: z.int().min(0),
		/** The number of items in the latest list that counted. */
		size: z.int().min(0),
		/** Since when lists have lacked too many items. */
		halfSince: timestamp.optional(),
		/** Oldest first. */
		batches: z.array(batchSchema),
	}),
	damaged: 'rejects',
});
export type NewsLogRow = RowOf<typeof newsLogKind>;

/** The news of the last day, in one row; undefined until the first list was remembered. Rejects as the store does. */
export async function readNews(store: ListedStore): Promise<NewsLogRow | undefined> {
	return await new Table(newsLogKind, store).get('');
}

/** Records a list that counts, and its news unless another process has recorded them. */
export async function recordList(
	store: ListedStore,
	size: number,
	news: readonly News[],
	now: number,
): Promise<void> {
	await new Table(newsLogKind, store).change('', (known) => {
		const log = known ?? nothing;
		const held = heldItems(log, now);
		const added = news.filter(({ id }) => !held.has(id)).slice(0, maxNews);
		const isSame = log.size === size && log.halfSince === undefined && added.length === 0;
		if (isSame && known !== undefined) return undefined;
		const seq = log.seq + (added.length === 0 ? 0 : 1);
		const batches = log.batches.filter(({ at }) => now - at < keptMs);
		if (added.length > 0) batches.push({ seq, at: now, news: [...added] });
		return { v: 1, seq, size, batches };
	});
}

/** Notes that lists lack too many items since now, unless that is noted already. */
async function noteHalf(store: ListedStore, now: number): Promise<void> {
	await new Table(newsLogKind, store).change('', (log = nothing) =>
		log.halfSince === undefined ? { ...log, halfSince: now } : undefined,
	);
}

/** The items with news in the log that are so recent that further ones wait. */
function heldItems({ batches }: NewsLogRow, now: number): ReadonlySet<number> {
	const recent = batches.filter(({ at }) => now - at < dampingMs);
	return new Set(recent.flatMap(({ news }) => news.map(({ id }) => id)));
}

const nothing: NewsLogRow = { v: 1, seq: 0, size: 0, batches: [] };

import { z } from 'zod';
import { timestamp } from '../../base/row-fields.js';
import type { Ground } from '../../ground.js';
import type { ListedItem } from '../../marketplace/schemas.js';
import type { Store } from '../../storage/store.js';
import { defineKind, type RowOf, Table } from '../../storage/table.js';

const maxVersionLength = 60;
/** More would only matter for a shop that alternates between as many names of versions. */
const maxVersions = 11;

// The items that the shop has ever listed, by id, with their versions. Nothing is removed: an item that returns is not
// new.

/** Rows for all items: a few hundred ids in each for a catalog of ten thousand. */
const rowCount = 32;

/** By the number of the row. The items of a damaged one would look new. */
export const seenItemsKind = defineKind({
	prefix: 'items-seen:',
	schema: z.strictObject({
		v: z.literal(1),
		/** The version that was listed last comes first. */
		items: z.record(
			z.string().regex(/^\d{1,16}$/),
			z.array(z.string().max(maxVersionLength)).max(maxVersions),
		),
	}),
	damaged: 'rejects',
});

/** News that could not be announced for this long is dropped. */
export const keptMs = 24 * 60 * 60_000;
/** An item is announced at most once in this time: some shops change versions by the minute. */
const dampingMs = 6 * 60 * 60_000;
/** An author who adds more at a time hardly wants each of them in one message. */
const maxNews = 500;

const newsSchema = z.strictObject({
	id: z.int().min(0),
	version: z.string().max(maxVersionLength).optional(),
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
	schema: z.object({
		v: z.literal(1),
		/** The number of the latest batch; 0 before the first. */
		seq: z.int().min(0),
		/** The number of items in the latest list. */
		size: z.int().min(0),
		/** Oldest first. */
		batches: z.array(batchSchema),
	}),
	damaged: 'rejects',
});

/** The news of the last day, in one row; undefined until the first list was remembered. Rejects as the store does. */
export async function readNews(store: Store): Promise<RowOf<typeof newsLogKind> | undefined> {
	return await new Table(newsLogKind, store).get('');
}

/** The fields that decide whether an item is news. */
export type VersionedItem = Pick<ListedItem, 'id' | 'version'>;

/** Of the items that the previous list had, this part has to be in a list: else it may be another account's. */
const minKept = 2 / 3;

/** Records a list and its news. The first one, and one that lacks many items, have none. Rejects as the store does. */
export async function recordNews(list: readonly VersionedItem[], { store, logger, clock }: Ground) {
	// A list may name an item twice.
	const items = new Map(list.map(({ id, version }) => [id, version?.slice(0, maxVersionLength)]));
	// An account whose items are all missing has rather lost its list.
	if (items.size === 0) return;
	const [logs, seenItems] = [new Table(newsLogKind, store), new Table(seenItemsKind, store)];
	const now = clock.now();
	const { isFirst, isShort, before, news } = await store.transact(async (tx) => {
		const log = await logs.get('', tx);
		const numbers = Array.from({ length: rowCount }, (_, number) => String(number));
		const rows = (await Promise.all(numbers.map((number) => seenItems.get(number, tx)))).map((row) => ({
			...row?.items,
		}));
		const seenOf = (id: number): readonly string[] | undefined => rows[id % rowCount]?.[id];
		const known = [...items.keys()].filter((id) => seenOf(id) !== undefined).length;
		const isShort = log !== undefined && known < log.size * minKept;
		const batches = log?.batches.filter(({ at }) => now - at < keptMs) ?? [];
		const recent = batches.filter(({ at }) => now - at < dampingMs);
		const held = new Set(recent.flatMap(({ news }) => news.map(({ id }) => id)));
		const news: News[] = [];
		const changed = new Set<number>();
		for (const [id, version] of items) {
			const seen = seenOf(id);
			if (log !== undefined && !isShort && (seen === undefined || isNewVersion(seen, version))) {
				// A later list is already going to announce it.
				if (held.has(id)) continue;
				news.push({
					id,
					...(version !== undefined && { version }),
					...(seen === undefined && { isNew: true }),
				});
			}
			const versions = withVersion(seen ?? [], version);
			const row = rows[id % rowCount];
			if (row === undefined || versions === seen) continue;
			row[id] = [...versions];
			changed.add(id % rowCount);
		}
		for (const number of changed) seenItems.put(tx, String(number), { v: 1, items: rows[number] ?? {} });
		const { seq = 0, size } = log ?? {};
		const added = news.length === 0 ? [] : [{ seq: seq + 1, at: now, news: news.slice(0, maxNews) }];
		if (size !== items.size || added.length > 0)
			logs.put(tx, '', { v: 1, seq: seq + added.length, size: items.size, batches: [...batches, ...added] });
		return { isFirst: log === undefined, isShort, before: size, news: news.length };
	});
	if (isFirst)
		logger.info({ items: items.size }, 'Remembered the items: new ones can be announced from now on');
	if (isShort)
		logger.warn(
			{ items: items.size, before },
			'The list lacks many items of the one before. None of its items is announced',
		);
	if (news > 0) logger.info({ news }, 'The shop has new items or versions');
}

/** True if the version has not been seen, and is no step back. The first version of an item without any is none. */
export function isNewVersion(seen: readonly string[], version: string | undefined): boolean {
	if (version === undefined || seen.length === 0) return false;
	if (seen.some((it) => isSame(it, version))) return false;
	const current = seen.find(isNumber);
	return !isNumber(version) || current === undefined || compare(version, current) > 0;
}

/** The versions after a list with this one; the same array if nothing changes. */
export function withVersion(seen: readonly string[], version: string | undefined): readonly string[] {
	if (version === undefined || seen[0] === version) return seen;
	return [version, ...seen.filter((it) => !isSame(it, version))].slice(0, maxVersions);
}

const isNumber = (version: string): boolean => /^v?\d+(?:\.\d+)*$/i.test(version);

function isSame(one: string, other: string): boolean {
	return isNumber(one) && isNumber(other) ? compare(one, other) === 0 : one === other;
}

const numeric = new Intl.Collator('en', { numeric: true });

/** Compares numbers: `v1.0` and `1.0.0` are one version. */
function compare(one: string, other: string): number {
	const [left = '', right = ''] = [one, other].map((it) => it.replace(/^v/i, '').replace(/(?:\.0+)+$/, ''));
	return numeric.compare(left, right);
}

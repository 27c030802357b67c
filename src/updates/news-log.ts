import { z } from 'zod';
import { timestamp } from '../base/row-fields.js';
import type { ListedStore } from '../storage/store.js';
import { defineKind, type RowOf, Table } from '../storage/table.js';

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
export async function noteHalf(store: ListedStore, now: number): Promise<void> {
	await new Table(newsLogKind, store).change('', (log = nothing) =>
		log.halfSince === undefined ? { ...log, halfSince: now } : undefined,
	);
}

/** The items with news in the log that are so recent that further ones wait. */
export function heldItems({ batches }: NewsLogRow, now: number): ReadonlySet<number> {
	const recent = batches.filter(({ at }) => now - at < dampingMs);
	return new Set(recent.flatMap(({ news }) => news.map(({ id }) => id)));
}

const nothing: NewsLogRow = { v: 1, seq: 0, size: 0, batches: [] };

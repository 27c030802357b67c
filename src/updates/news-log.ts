import { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';
import { timestamp } from '../base/row-fields.js';
import { type ListedStore, update } from '../storage/update.js';

const key = 'news-log';
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

export const newsLogSchema = z.strictObject({
	v: z.literal(1),
	/** The number of the latest batch; 0 before the first. */
	seq: z.int().min(0),
	/** The number of items in the latest list that counted. */
	size: z.int().min(0),
	/** Since when lists have lacked too many items. */
	halfSince: timestamp.optional(),
	/** Oldest first. */
	batches: z.array(batchSchema),
});

export type NewsLogRow = Readonly<z.infer<typeof newsLogSchema>>;

/** The news of the last day, in one row; undefined until the first list was remembered. Rejects as the store does. */
export async function readNews(store: Pick<ListedStore, 'get'>): Promise<NewsLogRow | undefined> {
	const stored = await store.get(key);
	return stored === undefined ? undefined : parse(stored);
}

/** Records a list that counts, and its news unless another process has recorded them. */
export async function recordList(
	store: ListedStore,
	size: number,
	news: readonly News[],
	now: number,
): Promise<void> {
	await update(store, key, (stored) => {
		const log: NewsLogRow = stored === undefined ? nothing : parse(stored);
		const held = heldItems(log, now);
		const added = news.filter(({ id }) => !held.has(id)).slice(0, maxNews);
		const isSame = log.size === size && log.halfSince === undefined && added.length === 0;
		if (isSame && stored !== undefined) return { result: undefined };
		const seq = log.seq + (added.length === 0 ? 0 : 1);
		const batches = log.batches.filter(({ at }) => Math.abs(now - at) < keptMs);
		if (added.length > 0) batches.push({ seq, at: now, news: [...added] });
		return { next: { v: 1, seq, size, batches } satisfies NewsLogRow, result: undefined };
	});
}

/** Notes that lists lack too many items since now, unless that is noted already. */
export async function noteHalf(store: ListedStore, now: number): Promise<void> {
	await update(store, key, (stored) => {
		const log = stored === undefined ? nothing : parse(stored);
		if (log.halfSince !== undefined) return { result: undefined };
		return { next: { ...log, halfSince: now }, result: undefined };
	});
}

/** The items with news in the log that are so recent that further ones wait. */
export function heldItems({ batches }: NewsLogRow, now: number): ReadonlySet<number> {
	const recent = batches.filter(({ at }) => Math.abs(now - at) < dampingMs);
	return new Set(recent.flatMap(({ news }) => news.map(({ id }) => id)));
}

const nothing: NewsLogRow = { v: 1, seq: 0, size: 0, batches: [] };

function parse(stored: unknown): NewsLogRow {
	const parsed = newsLogSchema.safeParse(stored);
	if (parsed.success) return parsed.data;
	throw new StoreCorruptError('The log of news has an invalid shape', { cause: parsed.error });
}

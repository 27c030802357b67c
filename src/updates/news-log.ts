import { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';
import { timestamp } from '../base/row-fields.js';
import { type ListedStore, update } from '../storage/update.js';
import type { VersionedItem } from './item-memory.js';
import { isNewVersion, type SeenVersions } from './item-versions.js';

const key = 'news-log';
/** News that could not be announced for this long is dropped. */
export const keptMs = 24 * 60 * 60_000;
/** An item is announced at most once in this time: some shops change versions by the minute. */
const dampingMs = 6 * 60 * 60_000;
/** An author who adds more at a time hardly wants each of them in one message. */
const maxNews = 500;

const batchSchema = z.strictObject({
	/** Counted from 1. */
	seq: z.int().min(1),
	at: timestamp,
	news: z
		.array(
			z.strictObject({
				id: z.int().min(0),
				version: z.string().max(60).optional(),
				isNew: z.literal(true).optional(),
			}),
		)
		.max(maxNews),
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

/** The news of the last day, in one row. It exists once the first list was remembered. Rejects with the store's errors. */
export class NewsLog {
	readonly #store: ListedStore;

	constructor(store: ListedStore) {
		this.#store = store;
	}

	async read(): Promise<NewsLogRow | undefined> {
		const stored = await this.#store.get(key);
		return stored === undefined ? undefined : parse(stored);
	}

	/** Records a list that counts, and its news unless another process has recorded them. */
	async record(size: number, news: readonly News[], now: number): Promise<void> {
		await update(this.#store, key, (stored) => {
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
	async noteHalf(now: number): Promise<void> {
		await update(this.#store, key, (stored) => {
			const log = stored === undefined ? nothing : parse(stored);
			if (log.halfSince !== undefined) return { result: undefined };
			return { next: { ...log, halfSince: now }, result: undefined };
		});
	}
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

/** An item or a version that the shop has not listed before. */
export interface News {
	readonly id: number;
	readonly version?: string | undefined;
	/** True for an item, absent for a version of a known one. */
	readonly isNew?: true | undefined;
}

/** Of the items that the previous list had, this part has to be in a list that counts. */
const minKept = 2 / 3;

/**
 * Compares a list, which names each item once, with the items seen before it.
 * @param held items that were announced a short time ago: their changes wait for a later list
 * @returns the news, and the items that are to be remembered, in the list's order
 */
export function compareList(
	items: readonly VersionedItem[],
	known: ReadonlyMap<number, SeenVersions>,
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
export function isHalf(
	items: readonly VersionedItem[],
	known: ReadonlyMap<number, SeenVersions>,
	size: number,
): boolean {
	return items.filter(({ id }) => known.has(id)).length < size * minKept;
}

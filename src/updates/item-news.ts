import type { Ground } from '../ground.js';
import { type KnownItems, learn, readKnown, type VersionedItem } from './item-memory.js';
import { isNewVersion, withListed, withVersion } from './item-versions.js';
import { heldItems, keptMs, type News, noteHalf, readNews, recordList } from './news-log.js';

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

import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { ItemMemory, VersionedItem } from './item-memory.js';
import { type SeenVersions, withListed, withVersion } from './item-versions.js';
import { compareList, heldItems, isHalf, keptMs, type NewsLog } from './news-log.js';

export interface ItemNewsParts {
	readonly memory: Pick<ItemMemory, 'read' | 'learn'>;
	readonly log: Pick<NewsLog, 'read' | 'record' | 'noteHalf'>;
	readonly logger: Pick<Logger, 'info' | 'warn'>;
	readonly clock: Pick<Clock, 'now'>;
}

/** Finds the news in item lists. Nothing is written if a list has none. */
export class ItemNews {
	readonly #parts: ItemNewsParts;

	constructor(parts: ItemNewsParts) {
		this.#parts = parts;
	}

	/**
	 * Records the news of a list, which may lack entries that can't be read: their items are none that vanished. The log is written before the memory: after a kill in between the next list
	 * finds them in the log, and moves them to the memory before the log forgets them. Rejects with the store's errors.
	 */
	async compare(list: readonly VersionedItem[]): Promise<void> {
		const { memory, log, logger, clock } = this.#parts;
		// A list may name an item twice.
		const items = [...new Map(list.map((it) => [it.id, it])).values()];
		// An account whose items are all missing has rather lost its list.
		if (items.length === 0) return;
		// In this order: another process writes the log of the first list once all its items are in the memory.
		const logged = await log.read();
		const seen = await memory.read();
		const now = clock.now();
		if (logged === undefined) {
			await memory.learn(items, seen);
			await log.record(items.length, [], now);
			logger.info({ items: items.length }, 'Remembered the items: new ones can be announced from now on');
			return;
		}
		const inLog = logged.batches.flatMap(({ news }) => news.map(({ id, version }) => ({ id, version })));
		await memory.learn(inLog, seen);
		const known = withItems(seen, inLog);
		if (isHalf(items, known, logged.size)) {
			const { halfSince = now } = logged;
			await log.noteHalf(now);
			if (Math.abs(now - halfSince) < keptMs) {
				logger.warn(
					{ items: items.length, before: logged.size },
					'The list is much shorter than before. Nothing is announced',
				);
				return;
			}
			// Most items were deleted for good, or the account is another one.
			await memory.learn(items, known);
			await log.record(items.length, [], now);
			return;
		}
		const { news, learned } = compareList(items, known, heldItems(logged, now));
		await log.record(items.length, news, now);
		await memory.learn(learned, known, withListed);
		if (news.length > 0) logger.info({ news: news.length }, 'The shop has new items or versions');
	}
}

/** The memory, with items that a killed process has left in the log. */
function withItems(
	seen: ReadonlyMap<number, SeenVersions>,
	items: readonly VersionedItem[],
): ReadonlyMap<number, SeenVersions> {
	const known = new Map(seen);
	for (const { id, version } of items) known.set(id, withVersion(known.get(id) ?? [], version));
	return known;
}

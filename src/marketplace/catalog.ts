import type { Clock } from '../base/clock.js';
import { systemClock } from '../base/clock.js';
import type { Random } from '../base/random.js';
import type { MarketplaceClient } from './client.js';
import type { IndexedItem } from './indexed-item.js';
import { createItemBrowser, type ItemsFound, type ItemsWanted } from './item-browser.js';
import type { ItemIndex } from './item-index.js';
import { buildItemIndex } from './item-index.js';
import { createItemLookup } from './item-lookup.js';
import type { KeyCheck } from './key-check.js';
import type { MarketplaceFailure, MarketplaceResult } from './result.js';
import type { Item, ListedItem } from './schemas.js';

interface CatalogSnapshot {
	/** Sorted by name. The array is never changed: a refresh makes another. */
	readonly items: readonly ListedItem[];
	/** When these items were loaded, in milliseconds since the epoch; absent before the first load. */
	readonly loadedAt?: number;
	/**
	 * `loading`: never loaded yet. `empty`: the account has no items, definitely. `stale`: items of an earlier load,
	 * since the latest one failed.
	 */
	readonly state: 'loading' | 'ready' | 'empty' | 'stale';
}

/** What a refresh came to. `skipped` counts entries of the list that could not be read. */
export type RefreshResult = MarketplaceResult<{ readonly items: number; readonly skipped: number }>;

/**
 * The author's items: their listed fields in memory, refreshed in the background. Only `find` and `refresh` wait for the
 * network.
 */
export interface Catalog {
	/** Loads at once and then on its schedule, until `stop`. */
	start(): void;
	/** No more refreshes; one under way is cancelled. Loaded items stay readable. */
	stop(): void;
	/** Loads now; shares a load that is under way. Never rejects, and a failure leaves the items as they were. */
	refresh(): Promise<RefreshResult>;
	snapshot(): CatalogSnapshot;
	/** From memory alone. */
	get(id: number): ListedItem | undefined;
	/**
	 * The whole item, requested by id with background priority. An id that is not listed is requested only if the latest
	 * load failed or there was none yet.
	 */
	find(id: number): Promise<MarketplaceResult<Item>>;
	/** For autocomplete, from memory alone: at most `limit` (25 by default) items, best first. */
	suggest(query: string, limit?: number): readonly ListedItem[];
	/** Filtered, searched and sorted, from memory alone. */
	browse(wanted: ItemsWanted): ItemsFound;
}

export interface CatalogOptions {
	readonly client: Pick<MarketplaceClient, 'allItems' | 'item'>;
	readonly keyCheck: Pick<KeyCheck, 'check' | 'report'>;
	readonly clock?: Clock;
	readonly random?: Random;
	/** The time between two refreshes, give or take a tenth. Milliseconds. */
	readonly intervalMs?: number;
	/** The wait after a failed refresh, doubled with each further one up to the interval. Milliseconds. */
	readonly retryMs?: number;
	/** Told of each refresh, for the log. */
	readonly onRefresh?: (result: RefreshResult) => void;
}

const emptyIndex: ItemIndex = {
	items: [],
	get: () => undefined,
	suggest: () => [],
	matching: () => undefined,
};

/** A catalogue with nothing in it yet and nothing under way. */
export function createCatalog(options: CatalogOptions): Catalog {
	const { client, keyCheck, clock = systemClock, random = Math.random, onRefresh = () => {} } = options;
	const { intervalMs = 10 * 60_000, retryMs = 2_000 } = options;
	const lookup = createItemLookup({ client, keyCheck, clock });
	let index = emptyIndex;
	let browser = createItemBrowser(index);
	let loadedAt: number | undefined;
	let failuresInARow = 0;
	let underWay: Promise<RefreshResult> | undefined;
	/** Of the current run between `start` and `stop`. */
	let run: AbortController | undefined;

	async function load(): Promise<RefreshResult> {
		const answer = await client.allItems({
			priority: 'background',
			...(run === undefined ? {} : { signal: run.signal }),
		});
		if (answer.ok) return adopt(answer.value.items, answer.value.skipped);
		if (answer.failure.kind === 'bad-key') keyCheck.report('refused');
		if (answer.failure.kind !== 'no-items') return answer;
		// A server may answer an unknown key in the same way, and a changed key must not empty the catalogue.
		const key = await keyCheck.check({ priority: 'background' });
		return key.ok ? adopt([], 0) : key;
	}

	async function adopt(loaded: readonly IndexedItem[], skipped: number): Promise<RefreshResult> {
		index = await buildItemIndex(loaded);
		browser = createItemBrowser(index);
		loadedAt = clock.now();
		return { ok: true, value: { items: index.items.length, skipped } };
	}

	async function loadAndTell(): Promise<RefreshResult> {
		const result = await load();
		failuresInARow = result.ok ? 0 : failuresInARow + 1;
		underWay = undefined;
		onRefresh(result);
		return result;
	}

	function refresh(): Promise<RefreshResult> {
		underWay ??= loadAndTell();
		return underWay;
	}

	async function refreshUntilStopped({ signal }: AbortController): Promise<void> {
		while (!signal.aborted) {
			const result = await refresh();
			await clock.delay(result.ok ? intervalMs * (0.9 + random() / 5) : delayAfter(result.failure), signal);
		}
	}

	function delayAfter(failure: MarketplaceFailure): number {
		const longest = Math.min(retryMs * 2 ** Math.min(failuresInARow - 1, 30), intervalMs);
		const wait = longest * (0.5 + random() / 2);
		return failure.kind === 'rate-limited' ? Math.max(failure.retryAt - clock.now(), 0) + wait : wait;
	}

	return {
		start() {
			if (run !== undefined) return;
			run = new AbortController();
			void refreshUntilStopped(run);
		},
		stop() {
			run?.abort();
			run = undefined;
		},
		refresh,
		snapshot() {
			if (loadedAt === undefined) return { items: [], state: 'loading' };
			const { items } = index;
			if (items.length === 0) return { items, loadedAt, state: 'empty' };
			return { items, loadedAt, state: failuresInARow > 0 ? 'stale' : 'ready' };
		},
		get: (id) => index.get(id),
		find(id) {
			// Anybody can type any number, and the list was whole a few minutes ago.
			if (index.get(id) === undefined && loadedAt !== undefined && failuresInARow === 0) {
				return Promise.resolve({ ok: false, failure: { kind: 'item-not-found' } });
			}
			return lookup.find(id);
		},
		suggest: (query, limit = 25) => index.suggest(query, limit),
		browse: (wanted) => browser.browse(wanted),
	};
}

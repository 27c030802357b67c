import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { Random } from '../base/random.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { Limits } from '../storage/rate-limits.js';
import type { MarketplaceClient } from './client.js';
import type { IndexedItem } from './indexed-item.js';
import { browse, type ItemsFound, type ItemsWanted } from './item-browser.js';
import { type ItemIndex, indexItems } from './item-index.js';
import type { KeyCheck } from './key-check.js';
import type { MarketplaceResult } from './result.js';
import type { Item, ListedItem } from './schemas.js';

export interface CatalogSnapshot {
	/** Sorted by name. The array is immutable: a refresh creates a new one. */
	readonly items: readonly ListedItem[];
	/** When these items were loaded, in milliseconds since the epoch; absent before the first load. */
	readonly loadedAt?: number;
	/** `empty`: the account definitely has no items. `stale`: the latest load failed, so the items are older. */
	readonly state: 'loading' | 'ready' | 'empty' | 'stale';
}

/** Result of a refresh. `skipped` counts unreadable entries of the list. */
export type RefreshResult = MarketplaceResult<{ readonly items: number; readonly skipped: number }>;

export interface CatalogOptions {
	readonly client: MarketplaceClient;
	readonly keyCheck: KeyCheck;
	/** Limits how often a member can request items that are not listed. */
	readonly limits: Limits;
	readonly logger: Pick<Logger, 'info' | 'warn'>;
	readonly clock: Clock;
	readonly random: Random;
}

/** Between two refreshes, with 10 % jitter. */
const intervalMs = 10 * 60_000;
/** After a failed refresh, doubled with each further one up to the interval. */
const retryMs = 2_000;

/** How long an item is cached: as long as the list in memory. */
const itemMs = 10 * 60_000;
/** How long "not found" is cached. */
const absenceMs = 60_000;
/** People can type any id, and an item with long texts takes 300 KiB: the cache must not grow without bound. */
const rememberedIds = 300;

export type Catalog = ReturnType<typeof createCatalog>;

/** The author's items in memory, refreshed in the background. Only `find` and `refresh` use the network. */
export function createCatalog(options: CatalogOptions) {
	const { client, keyCheck, limits, logger, clock, random } = options;
	const followers: (() => void)[] = [];
	/** Whole items, the latest last; the list in memory has only some of their fields. `until`: when it is asked again. */
	const asked = new Map<number, { until: number; readonly answer: Promise<MarketplaceResult<Item>> }>();
	let loaded: { readonly index: ItemIndex; readonly at: number } | undefined;
	let failuresInARow = 0;

	/** Loads the items. Its stop cancels a load in flight; loaded items stay readable. */
	const task = new PeriodicTask({
		...options,
		name: 'items',
		everyMs: intervalMs,
		work: async () => waitAfter(await refresh()),
	});

	/** Loads now. Never rejects, and a failure leaves the items as they were. */
	async function refresh(): Promise<RefreshResult> {
		const result = await load();
		failuresInARow = result.ok ? 0 : failuresInARow + 1;
		if (result.ok) logger.info({ ...result.value }, 'Loaded the items');
		else logger.warn({ failure: result.failure }, 'The items could not be loaded');
		return result;
	}

	async function load(): Promise<RefreshResult> {
		const answer = await client.allItems({ priority: 'background', signal: task.signal });
		if (answer.ok) return await adopt(answer.value.items, answer.value.skipped);
		if (answer.failure.kind === 'bad-key') keyCheck.report('refused');
		if (answer.failure.kind !== 'no-items') return answer;
		// A server may give the same answer for an unknown key, and a changed key must not empty the catalog.
		const key = await keyCheck.check({ priority: 'background' });
		return key.ok ? await adopt([], 0) : key;
	}

	async function adopt(items: readonly IndexedItem[], skipped: number): Promise<RefreshResult> {
		const index = await indexItems(items);
		loaded = { index, at: clock.now() };
		for (const follower of followers) follower();
		return { ok: true, value: { items: index.items.length, skipped } };
	}

	function waitAfter(result: RefreshResult): number {
		if (result.ok) return intervalMs * (0.9 + random() / 5);
		const { failure } = result;
		const maxMs = Math.min(retryMs * 2 ** Math.min(failuresInARow - 1, 30), intervalMs);
		const wait = maxMs * (0.5 + random() / 2);
		return failure.kind === 'rate-limited' ? Math.max(failure.retryAt - clock.now(), 0) + wait : wait;
	}

	const get = (id: number): ListedItem | undefined => loaded?.index.get(id);

	async function ask(id: number): Promise<MarketplaceResult<Item>> {
		// Background priority: an item must never delay a verification.
		const result = await client.item(id, { priority: 'background' });
		if (!result.ok && result.failure.kind === 'bad-key') keyCheck.report('refused');
		if (result.ok || result.failure.kind !== 'item-not-found') return result;
		// With an unknown key the server has no items at all.
		const key = await keyCheck.check({ priority: 'background' });
		return key.ok ? result : key;
	}

	return {
		task,
		refresh,
		get,

		/** `follower` is called after each load that succeeded. Must not throw. */
		follow: (follower: () => void): void => void followers.push(follower),

		snapshot(): CatalogSnapshot {
			if (loaded === undefined) return { items: [], state: 'loading' };
			const { index, at: loadedAt } = loaded;
			const { items } = index;
			if (items.length === 0) return { items, loadedAt, state: 'empty' };
			return { items, loadedAt, state: failuresInARow > 0 ? 'stale' : 'ready' };
		},

		/**
		 * The whole item. An unlisted id is requested only if the latest load failed or there was none yet, and a member's
		 * requests for such ids are limited.
		 */
		async find(id: number, userId: string): Promise<MarketplaceResult<Item>> {
			if (get(id) === undefined) {
				// Members can type any number, and the list was complete a few minutes ago.
				if (loaded !== undefined && failuresInARow === 0)
					return { ok: false, failure: { kind: 'item-not-found' } };
				const retryAt = await limits.take('item', userId);
				if (retryAt !== undefined) return { ok: false, failure: { kind: 'rate-limited', retryAt } };
			}
			const known = asked.get(id);
			if (known !== undefined && known.until > clock.now()) return await known.answer;
			const asking = { until: Number.POSITIVE_INFINITY, answer: ask(id) };
			asked.delete(id);
			asked.set(id, asking);
			const [oldest] = asked.keys();
			if (asked.size > rememberedIds && oldest !== undefined) asked.delete(oldest);
			const answer = await asking.answer;
			asking.until =
				clock.now() + (answer.ok ? itemMs : answer.failure.kind === 'item-not-found' ? absenceMs : 0);
			return answer;
		},

		/** For autocomplete, from memory: at most `limit` items, best first. */
		suggest: (query: string, limit: number): readonly ListedItem[] =>
			loaded?.index.suggest(query, limit) ?? [],

		browse: (wanted: ItemsWanted): ItemsFound => browse(loaded?.index ?? nothingLoaded, wanted),
	};
}

const nothingLoaded = { items: [], matching: () => undefined };

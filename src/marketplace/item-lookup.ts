import type { Clock } from '../base/clock.js';
import type { MarketplaceClient } from './client.js';
import type { KeyCheck } from './key-check.js';
import type { MarketplaceResult } from './result.js';
import type { Item } from './schemas.js';

export interface ItemLookupOptions {
	readonly client: Pick<MarketplaceClient, 'item'>;
	readonly keyCheck: Pick<KeyCheck, 'check' | 'report'>;
	readonly clock: Pick<Clock, 'now'>;
}

/** How long an item is cached: as long as the list in memory. Milliseconds. */
const itemMs = 10 * 60_000;
/** How long "not found" is cached. Milliseconds. */
const absenceMs = 60_000;
/** People can type any id, and an item with long texts takes 300 KiB: the cache must not grow without bound. */
const rememberedIds = 300;

/** Requests whole items; the list in memory has only some of their fields. */
export class ItemLookup {
	readonly #options: ItemLookupOptions;
	readonly #inFlight = new Map<number, Promise<MarketplaceResult<Item>>>();
	readonly #answered = new Map<
		number,
		{ readonly until: number; readonly result: MarketplaceResult<Item> }
	>();

	constructor(options: ItemLookupOptions) {
		this.#options = options;
	}

	/** The item by its id, cached or over the network. Never rejects. */
	find(id: number): Promise<MarketplaceResult<Item>> {
		const known = this.#answered.get(id);
		if (known !== undefined && known.until > this.#options.clock.now()) return Promise.resolve(known.result);
		const shared = this.#inFlight.get(id);
		if (shared !== undefined) return shared;
		const asked = this.#ask(id).finally(() => this.#inFlight.delete(id));
		this.#inFlight.set(id, asked);
		return asked;
	}

	async #ask(id: number): Promise<MarketplaceResult<Item>> {
		const { client, keyCheck } = this.#options;
		// Background priority: an item must never delay a verification.
		const result = await client.item(id, { priority: 'background' });
		if (!result.ok && result.failure.kind === 'bad-key') keyCheck.report('refused');
		if (!result.ok && result.failure.kind !== 'item-not-found') return result;
		if (!result.ok) {
			// With an unknown key the server has no items at all.
			const key = await keyCheck.check({ priority: 'background' });
			if (!key.ok) return key;
		}
		this.#remember(id, result);
		return result;
	}

	#remember(id: number, result: MarketplaceResult<Item>): void {
		const until = this.#options.clock.now() + (result.ok ? itemMs : absenceMs);
		this.#answered.delete(id);
		this.#answered.set(id, { until, result });
		const [oldest] = this.#answered.keys();
		if (this.#answered.size > rememberedIds && oldest !== undefined) this.#answered.delete(oldest);
	}
}

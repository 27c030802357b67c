import type { Clock } from '../base/clock.js';
import type { MarketplaceClient } from './client.js';
import type { KeyCheck } from './key-check.js';
import type { MarketplaceResult } from './result.js';
import type { Item } from './schemas.js';

/** Requests whole items, of which the list in memory has some fields. */
export interface WholeItems {
	/** The item by its id, over the network unless that was answered lately. Never rejects. */
	find(id: number): Promise<MarketplaceResult<Item>>;
}

export interface ItemLookupOptions {
	readonly client: Pick<MarketplaceClient, 'item'>;
	readonly keyCheck: Pick<KeyCheck, 'check' | 'report'>;
	readonly clock: Clock;
}

/** How long an item is shown without asking again: as long as the list in memory. Milliseconds. */
const itemMs = 10 * 60_000;
/** How long "not found" is repeated. Milliseconds. */
const absenceMs = 60_000;
/** People can type any id, and an item with long texts takes 300 KiB: the cache must not grow without bound. */
const rememberedIds = 300;

export function createItemLookup(options: ItemLookupOptions): WholeItems {
	const { client, keyCheck, clock } = options;
	const underWay = new Map<number, Promise<MarketplaceResult<Item>>>();
	const answered = new Map<number, { readonly until: number; readonly result: MarketplaceResult<Item> }>();

	async function ask(id: number): Promise<MarketplaceResult<Item>> {
		// Background priority: an item must never delay a verification.
		const result = await client.item(id, { priority: 'background' });
		if (!result.ok && result.failure.kind === 'bad-key') keyCheck.report('refused');
		if (!result.ok && result.failure.kind !== 'item-not-found') return result;
		if (!result.ok) {
			// For an unknown key the server has no items at all.
			const key = await keyCheck.check({ priority: 'background' });
			if (!key.ok) return key;
		}
		remember(id, result);
		return result;
	}

	function remember(id: number, result: MarketplaceResult<Item>): void {
		answered.delete(id);
		answered.set(id, { until: clock.now() + (result.ok ? itemMs : absenceMs), result });
		const [oldest] = answered.keys();
		if (answered.size > rememberedIds && oldest !== undefined) answered.delete(oldest);
	}

	return {
		find(id) {
			const known = answered.get(id);
			if (known !== undefined && known.until > clock.now()) return Promise.resolve(known.result);
			const shared = underWay.get(id);
			if (shared !== undefined) return shared;
			const asked = ask(id).finally(() => underWay.delete(id));
			underWay.set(id, asked);
			return asked;
		},
	};
}

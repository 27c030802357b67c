import type { MarketplaceClient } from './client.js';
import type { Clock } from './clock.js';
import type { KeyCheck } from './key-check.js';
import type { MarketplaceResult } from './result.js';
import type { Item } from './schemas.js';

/** Asks for single items that the list in memory doesn't have. */
export interface ItemLookup {
	/** The item by its id, over the network unless that was answered a moment ago. Never rejects. */
	find(id: number): Promise<MarketplaceResult<Item>>;
}

export interface ItemLookupOptions {
	readonly client: Pick<MarketplaceClient, 'item'>;
	readonly keyCheck: Pick<KeyCheck, 'check' | 'report'>;
	readonly clock: Clock;
	/** How long an answer is repeated without asking again. Milliseconds. */
	readonly repeatMs?: number;
}

/** Ids are typed by people, any of them: what is remembered must not grow with their patience. */
const rememberedIds = 1_000;

export function createItemLookup(options: ItemLookupOptions): ItemLookup {
	const { client, keyCheck, clock, repeatMs = 60_000 } = options;
	const underWay = new Map<number, Promise<MarketplaceResult<Item>>>();
	const answered = new Map<number, { readonly until: number; readonly result: MarketplaceResult<Item> }>();

	async function ask(id: number): Promise<MarketplaceResult<Item>> {
		// Nobody's purchase waits for an item: it is asked for behind all buyers.
		const result = await client.item(id, { priority: 'background' });
		if (!result.ok && result.failure.kind === 'bad-key') keyCheck.report('refused');
		if (!result.ok && result.failure.kind !== 'item-not-found') return result;
		if (!result.ok) {
			// To a key that it doesn't know the server has no item at all.
			const key = await keyCheck.check({ priority: 'background' });
			if (!key.ok) return key;
		}
		remember(id, result);
		return result;
	}

	function remember(id: number, result: MarketplaceResult<Item>): void {
		answered.delete(id);
		answered.set(id, { until: clock.now() + repeatMs, result });
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

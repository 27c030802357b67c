import type { ItemSearch } from '../../../commands/items/item-option.js';
import { createItemBrowser, type ItemsWanted } from '../../../src/marketplace/item-browser.js';
import type { MarketplaceResult } from '../../../src/marketplace/result.js';
import type { Item } from '../../../src/marketplace/schemas.js';
import type { ItemsSnapshot } from '../../../src/views/items/items-view.js';

/** A catalogue with `items` in memory; `elsewhere` is what the marketplace answers when asked for one. */
export class FakeCatalogue implements ItemSearch {
	/** The ids that the marketplace was asked for. */
	readonly asked: number[] = [];
	readonly #snapshot: Omit<ItemsSnapshot, 'items'> & { readonly items: readonly Item[] };
	readonly #elsewhere: MarketplaceResult<Item>;

	constructor(
		items: readonly Item[],
		elsewhere: MarketplaceResult<Item> = { ok: false, failure: { kind: 'item-not-found' } },
		state: ItemsSnapshot['state'] = 'ready',
	) {
		this.#snapshot = { items, state };
		this.#elsewhere = elsewhere;
	}

	snapshot = () => this.#snapshot;
	get = (id: number) => this.#snapshot.items.find((item) => item.id === id);
	suggest = (query: string, limit: number) =>
		this.#snapshot.items
			.filter((item) => item.name.toLowerCase().includes(query.toLowerCase()))
			.slice(0, limit);

	browse = (wanted: ItemsWanted) =>
		createItemBrowser({
			items: this.#snapshot.items,
			matching: (query) =>
				query === '' ? undefined : new Set(this.suggest(query, Number.POSITIVE_INFINITY).map(({ id }) => id)),
		}).browse(wanted);

	find = async (id: number) => {
		this.asked.push(id);
		return this.#elsewhere;
	};
}

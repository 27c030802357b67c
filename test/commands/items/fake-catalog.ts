import { expect } from 'vitest';
import type { Services } from '../../../src/create-services.js';
import { itemSharing } from '../../../src/discord/interactions/access.js';
import type { Places } from '../../../src/floors.js';
import type { CatalogSnapshot } from '../../../src/marketplace/catalog.js';
import { indexItem } from '../../../src/marketplace/indexed-item.js';
import { browse, type ItemsWanted } from '../../../src/marketplace/item-browser.js';
import type { ItemIndex } from '../../../src/marketplace/item-index.js';
import type { MarketplaceResult } from '../../../src/marketplace/result.js';
import type { Item } from '../../../src/marketplace/schemas.js';
import type { Links } from '../../../src/servers/guild-settings.js';
import type { OwnedItem } from '../../../src/services/purchases/purchases.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { noStaffRoles } from '../../discord/interactions/asking.js';
import { memoryStore } from '../../roles/memory-store.js';
import type { Given } from '../../world/floor.js';
import { floor } from '../../world/floor.js';

/** A catalog that lists `items`. The marketplace has them too, unless `answer` is set as its response for each. */
export class FakeCatalog {
	/** The ids requested from the marketplace. */
	readonly asked: number[] = [];
	readonly #snapshot: Omit<CatalogSnapshot, 'items'> & { readonly items: readonly Item[] };
	readonly #answer: MarketplaceResult<Item> | undefined;

	constructor(
		items: readonly Item[],
		answer?: MarketplaceResult<Item>,
		state: CatalogSnapshot['state'] = 'ready',
	) {
		this.#snapshot = { items, state };
		this.#answer = answer;
	}

	#item = (id: number) => this.#snapshot.items.find((item) => item.id === id);
	snapshot = () => this.#snapshot;
	get = (id: number) => {
		const item = this.#item(id);
		return item && indexItem(item).listed;
	};
	suggest = (query: string, limit: number) =>
		this.#snapshot.items
			.filter((item) => item.name.toLowerCase().includes(query.toLowerCase()))
			.slice(0, limit);

	browse = (wanted: ItemsWanted) =>
		browse(
			floor<ItemIndex>({
				items: this.#snapshot.items,
				matching: (query) =>
					query === ''
						? undefined
						: new Set(this.suggest(query, Number.POSITIVE_INFINITY).map(({ id }) => id)),
			}),
			wanted,
		);

	find = async (id: number): Promise<MarketplaceResult<Item>> => {
		this.asked.push(id);
		if (this.#answer !== undefined) return this.#answer;
		const value = this.#item(id);
		return value === undefined ? { ok: false, failure: { kind: 'item-not-found' } } : { ok: true, value };
	};
}

/** The services of the item commands: a server without links and purchases, where everyone may share. */
export function itemServices(
	catalog: FakeCatalog,
	changes: {
		readonly own?: OwnedItem;
		readonly links?: Links;
		readonly mayShare?: boolean;
		readonly limits?: Limits;
	} = {},
) {
	const limits = changes.limits ?? new Limits({ store: memoryStore(), clock: { now: () => 0 } });
	const sharing = itemSharing(floor<Places>({ guilds: { get: expect.unreachable }, limits }), noStaffRoles);
	return {
		catalog,
		links: { of: async () => changes.links ?? {} },
		purchases: { ownedItem: async () => changes.own },
		clock: { now: () => 0 },
		sharing: { ...sharing, allows: async () => changes.mayShare ?? true },
	} satisfies Given<Services>;
}

import type { Catalog } from '../marketplace/catalog.js';
import type { MarketplaceResult } from '../marketplace/result.js';
import type { Item } from '../marketplace/schemas.js';
import type { Limits } from '../verification/limits.js';

/**
 * The catalogue as commands see it: an id that is not in memory costs a request only where the list may be out of
 * date, and of each member only a few.
 */
export function createItemLookups(catalog: Catalog, limits: Pick<Limits, 'take'>) {
	return {
		...catalog,
		async find(id: number, userId: string): Promise<MarketplaceResult<Item>> {
			const { state } = catalog.snapshot();
			const isAsked = catalog.get(id) === undefined && (state === 'loading' || state === 'stale');
			const retryAt = isAsked ? await limits.take('item', userId) : undefined;
			if (retryAt !== undefined) return { ok: false, failure: { kind: 'rate-limited', retryAt } };
			return await catalog.find(id);
		},
	};
}

import type { Limits } from '../storage/rate-limits.js';
import type { Catalog } from './catalog.js';
import type { MarketplaceResult } from './result.js';
import type { Item } from './schemas.js';

/**
 * The catalogue as commands see it: an id that is not in memory costs a request only where the list may be out of
 * date, and of each member only a few.
 */
export function createLimitedCatalog(catalog: Catalog, limits: Pick<Limits, 'take'>) {
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

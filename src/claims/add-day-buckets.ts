import type { Store } from '../storage/store.js';
import { type Indexed, indexClaims } from './claim-indexes.js';
import { recordIn } from './record.js';
import { claimPrefix } from './store-keys.js';

const batchSize = 1_000;

/** Adds the lists by end of support (format 2). Damaged rows are left alone: the bot must start despite them. */
export async function addDayBuckets(store: Store): Promise<void> {
	let batch = new Map<string, Indexed>();
	for await (const pair of store.list(claimPrefix)) {
		const claim = recordIn(pair);
		if (claim !== undefined && claim !== 'damaged') batch.set(pair.key.slice(claimPrefix.length), claim);
		if (batch.size < batchSize) continue;
		await indexClaims(store, batch, true);
		batch = new Map();
	}
	await indexClaims(store, batch, true);
}

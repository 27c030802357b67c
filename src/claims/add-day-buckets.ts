import type { Store } from '../storage/store.js';
import { type Indexed, indexClaims } from './claim-indexes.js';
import { recordIn } from './record.js';
import { claimPrefix } from './store-keys.js';

const atOnce = 1_000;

/**
 * From format 1 to 2: claims are also listed by the day on which their support ends. A claim that can't be read stays
 * as it is and in no list, and so does a list: `npm run claims -- verify` names them, and a bot must start without them.
 */
export async function addDayBuckets(store: Store): Promise<void> {
	let batch = new Map<string, Indexed>();
	for await (const pair of store.list(claimPrefix)) {
		const claim = recordIn(pair);
		if (claim !== undefined && claim !== 'damaged') batch.set(pair.key.slice(claimPrefix.length), claim);
		if (batch.size < atOnce) continue;
		await indexClaims(store, batch, true);
		batch = new Map();
	}
	await indexClaims(store, batch, true);
}

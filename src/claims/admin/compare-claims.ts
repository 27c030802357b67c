import { inBatches } from '../../base/in-batches.js';
import type { Store, StoredPair } from '../../storage/store.js';
import type { Snowflake } from '../claim.js';
import { readEach } from '../claim-records.js';
import { holderIn, recordIn } from '../record.js';
import { claimPrefix } from '../store-keys.js';

/** The holders of valid purchases that one store has and another lacks. */
export interface MissingClaims {
	readonly members: Set<Snowflake>;
	/** False if a claim of either store is damaged. */
	isComplete: boolean;
}

const batchSize = 500;

/** Adds everything that `other` lacks to `missing`, also if `from` becomes unreadable halfway. */
export async function findMissing(from: Store, other: Store, missing: MissingClaims): Promise<void> {
	for await (const pairs of inBatches(from.list(claimPrefix), batchSize)) {
		const others = await readEach(
			other,
			pairs.map(({ key }) => key),
		);
		for (const [index, pair] of pairs.entries()) compare(pair, others[index], missing);
	}
}

function compare(pair: StoredPair, other: StoredPair | undefined, missing: MissingClaims): void {
	const [record, twin] = [recordIn(pair), other && recordIn(other)];
	if (record === 'damaged' || twin === 'damaged') {
		missing.isComplete = false;
		return;
	}
	if (record?.status !== 'active') return;
	for (const { userId } of record.holders) {
		if (twin?.status !== 'active' || holderIn(twin, userId) === undefined) missing.members.add(userId);
	}
}

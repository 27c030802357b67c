import { inBatches } from '../../base/in-batches.js';
import type { MemberRef } from '../../base/member-ref.js';
import type { Store, StoredPair } from '../../storage/store.js';
import type { Snowflake } from '../claim.js';
import { readEach } from '../claim-records.js';
import { type ClaimRecord, holderIn, recordIn } from '../record.js';
import { claimPrefix } from '../store-keys.js';

/** Valid purchases that one store has and another lacks, with the guilds in which they count. */
export interface MissingClaims {
	readonly members: Set<Snowflake>;
	/** Members whose roles may differ, by guild and member. */
	readonly targets: Map<string, MemberRef>;
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
	for (const { userId, guildIds } of validHolders(record)) {
		const holder = twin?.status === 'active' ? holderIn(twin, userId) : undefined;
		const lacking = guildIds.filter((guildId) => !holder?.guildIds.includes(guildId));
		if (holder !== undefined && lacking.length === 0) continue;
		missing.members.add(userId);
		for (const guildId of lacking) missing.targets.set(`${guildId}:${userId}`, { guildId, userId });
	}
}

function validHolders(record: ClaimRecord | undefined): ClaimRecord['holders'] {
	return record?.status === 'active' ? record.holders : [];
}

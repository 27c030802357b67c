import { StoreCorruptError } from '../base/errors.js';
import type { Store, StoredPair } from '../storage/store.js';
import type { Claim, Snowflake } from './claim.js';
import { parseHashes } from './claim-indexes.js';
import { type ClaimParts, readEach } from './claim-records.js';
import { codeEnding } from './code-ending.js';
import { seatsFor } from './policy.js';
import { type ClaimRecord, holderIn, recordIn, toClaim } from './record.js';
import { claimKey, memberKey } from './store-keys.js';

/** A claim as its holder is shown it. */
export interface HeldClaim extends Claim {
	/** The last characters of its code; '' where its copy can't be opened. No secret. */
	readonly ending: string;
	/** Staff have revoked it: no answer of the shop changes that. */
	readonly isRevokedByStaff: boolean;
	/** The holder's own among those that home's policy gives to the licence type. Counted from 1. */
	readonly seat: { readonly number: number; readonly of: number };
}

/** What the readers of many of a member's claims need. */
export interface HeldParts extends Pick<ClaimParts, 'store' | 'keys' | 'home'> {
	/** Told of a row that can't be read, and is left out. */
	readonly onCorrupt: (key: string) => void;
}

/**
 * The records that a member's list names, in its order. One that is damaged is reported and left out: a member must
 * not lose sight of all purchases for one.
 */
export async function recordsOf(
	{ store, onCorrupt }: Pick<HeldParts, 'store' | 'onCorrupt'>,
	userId: Snowflake,
): Promise<readonly (readonly [hash: string, record: ClaimRecord])[]> {
	const hashes = await hashesOf(store, userId);
	const pairs: readonly StoredPair[] = await readEach(store, hashes.map(claimKey));
	return pairs.flatMap((pair, index) => {
		const record = recordIn(pair);
		if (record === 'damaged') onCorrupt(pair.key);
		return record === undefined || record === 'damaged' ? [] : [[hashes[index] ?? '', record] as const];
	});
}

/** What a member holds, as far as it can be read, in the order in which it was made. */
export async function heldClaims(parts: HeldParts, userId: Snowflake): Promise<readonly HeldClaim[]> {
	const policy = await parts.home.policy();
	return (await recordsOf(parts, userId)).flatMap(([hash, record]) => {
		const holder = holderIn(record, userId);
		if (holder === undefined) return [];
		const number = record.holders.indexOf(holder) + 1;
		return [
			{
				...toClaim(hash, record, holder),
				ending: endingOf(parts, hash, record),
				isRevokedByStaff: record.revokedBy !== undefined,
				seat: { number, of: Math.max(number, seatsFor(policy, record.licenseType)) },
			},
		];
	});
}

function endingOf({ keys, onCorrupt }: HeldParts, hash: string, { sealed }: ClaimRecord): string {
	try {
		return codeEnding(keys.open(hash, sealed));
	} catch (error) {
		if (!(error instanceof StoreCorruptError)) throw error;
		onCorrupt(claimKey(hash));
		return '';
	}
}

async function hashesOf(store: Store, userId: Snowflake): Promise<readonly string[]> {
	const key = memberKey(userId);
	return parseHashes(key, await store.get(key));
}

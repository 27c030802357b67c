import { StoreCorruptError } from '../base/errors.js';
import type { StoredPair } from '../storage/store.js';
import { type Claim, codeEnding, type Snowflake } from './claim.js';
import { type ClaimParts, type DamageReport, hashesOf, readEach } from './claim-records.js';
import { seatsFor } from './policy.js';
import { type ClaimRecord, heldSince, holderIn, recordIn, toClaim } from './record.js';
import { claimKey } from './store-keys.js';

export interface HeldClaim extends Claim {
	/** Last characters of its code; '' if the sealed copy can't be opened. Not a secret. */
	readonly ending: string;
	/** Revoked by staff: the shop's answers don't change that. */
	readonly isRevokedByStaff: boolean;
	/** The holder's seat among those that the policy allows for the licence type. Counted from 1. */
	readonly seat: { readonly number: number; readonly of: number };
}

export interface HeldParts extends Pick<ClaimParts, 'store' | 'keys' | 'policy'> {
	readonly report: DamageReport;
}

/** The records that name a member, oldest first. Damaged ones are reported and skipped: they must not hide the rest. */
export async function recordsOf(
	{ store, report }: Pick<HeldParts, 'store' | 'report'>,
	userId: Snowflake,
): Promise<readonly (readonly [hash: string, record: ClaimRecord])[]> {
	const hashes = await hashesOf(store, userId);
	const pairs: readonly StoredPair[] = await readEach(store, hashes.map(claimKey));
	const records = pairs.flatMap((pair, index) => {
		const record = recordIn(pair);
		if (record === 'damaged') report.damaged(pair.key);
		return record === undefined || record === 'damaged' ? [] : [[hashes[index] ?? '', record] as const];
	});
	return records.toSorted(([, a], [, b]) => heldSince(a, userId) - heldSince(b, userId));
}

export async function heldClaims(parts: HeldParts, userId: Snowflake): Promise<readonly HeldClaim[]> {
	const policy = await parts.policy.read();
	return (await recordsOf(parts, userId)).flatMap(([hash, record]) => {
		const holder = holderIn(record, userId);
		if (holder === undefined) return [];
		const number = record.holders.indexOf(holder) + 1;
		const seats = seatsFor(policy, record.licenseType);
		return [
			{
				...toClaim(hash, record, holder),
				ending: endingOf(parts, hash, record),
				isRevokedByStaff: record.revokedBy !== undefined,
				seat: { number, of: Math.max(number, seats) },
			},
		];
	});
}

function endingOf({ keys, report }: HeldParts, hash: string, { sealed }: ClaimRecord): string {
	try {
		return codeEnding(keys.open(hash, sealed));
	} catch (error) {
		if (!(error instanceof StoreCorruptError)) throw error;
		report.damaged(claimKey(hash));
		return '';
	}
}

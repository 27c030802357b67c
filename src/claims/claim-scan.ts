import { inBatches } from '../base/in-batches.js';
import { knownEnd } from '../base/purchase-fields.js';
import type { Claim, ReadClaims, Snowflake } from './claim.js';
import { duePrefixesBetween, memberPrefix } from './claim-indexes.js';
import type { ClaimRecords } from './claim-records.js';
import { changedHandsSince, claimIn, claimsIn } from './record.js';

const membersPerBatch = 100;
const claimsPerBatch = 25;
/** How long the roles of former holders are still checked. */
const formerMs = 30 * 86_400_000;

/** A member's claims. */
export interface MemberClaims extends ReadClaims {
	readonly userId: Snowflake;
}

/** Scans the claims of all members. Damaged ones are reported and skipped. Rejects as ClaimStore does. */
export function claimScan(claims: ClaimRecords) {
	/**
	 * Yields claims whose support ends between `from` (included) and `until` (excluded), in milliseconds since the epoch,
	 * revoked ones too. The cost depends on the days, not on the size of the store.
	 */
	async function* withSupportEnding(from: number, until: number): AsyncGenerator<Claim> {
		for (const prefix of duePrefixesBetween(from, until)) {
			// One day may have thousands: read together, they would hold up the members who wait for an answer.
			for await (const entries of inBatches(claims.store.list(prefix), claimsPerBatch)) {
				const hashes = entries.map(({ key }) => key.slice(prefix.length));
				for (const [hash, record] of await claims.readMany(hashes)) {
					if (record === 'damaged') continue;
					const end = knownEnd(record.supportedUntil);
					if (end !== undefined && end >= from && end < until) yield* claimsIn(hash, record);
				}
			}
		}
	}

	/** Yields every claim of every holder, in no particular order. */
	async function* all(): AsyncGenerator<Claim> {
		for await (const [hash, record] of claims.all()) yield* claimsIn(hash, record);
	}

	/** Yields members with claims, and former holders. */
	async function* members(): AsyncGenerator<MemberClaims> {
		let batch = new Map<Snowflake, string[]>();
		// Entries of one member come one after the other.
		for await (const { key } of claims.store.list(memberPrefix)) {
			const [userId = '', hash = ''] = key.slice(memberPrefix.length).split(':');
			const hashes = batch.get(userId);
			if (hashes !== undefined) hashes.push(hash);
			else {
				if (batch.size === membersPerBatch) {
					yield* await claimsOf(batch);
					batch = new Map();
				}
				batch.set(userId, [hash]);
			}
		}
		yield* await claimsOf(batch);
	}

	async function claimsOf(batch: ReadonlyMap<Snowflake, readonly string[]>): Promise<MemberClaims[]> {
		const records = await claims.readMany([...new Set([...batch.values()].flat())]);
		const since = claims.clock.now() - formerMs;
		return [...batch].flatMap(([userId, hashes]) => {
			const sound = hashes.flatMap((hash) => {
				const record = records.get(hash);
				return record === undefined || record === 'damaged' ? [] : [{ hash, record }];
			});
			const isComplete = hashes.every((hash) => records.get(hash) !== 'damaged');
			const held = sound.flatMap(({ hash, record }) => claimIn(hash, record, userId) ?? []);
			// A purchase of theirs changed hands lately: roles from it may remain.
			const isFormer = sound.some(({ record }) => changedHandsSince(record, since));
			return held.length > 0 || isFormer ? [{ userId, claims: held, isComplete }] : [];
		});
	}

	return { withSupportEnding, all, members };
}

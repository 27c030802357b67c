import { isDeepStrictEqual } from 'node:util';
import { StoreCorruptError, StoreRefusedError, StoreUnavailableError } from '../../base/errors.js';
import { inBatches } from '../../base/in-batches.js';
import type { Store, Transaction } from '../../storage/store.js';
import { soundRow } from '../../storage/table.js';
import { entriesOf, putClaim, putFirstEntries, removeClaim } from '../claim-indexes.js';
import type { ClaimKeys } from '../claim-keys.js';
import { allClaims, type ClaimRecord, claimKey, claimKind } from '../record.js';
import { type StoredSecret, secretKey, secretKind } from '../secret-guard.js';
import type { Progress } from './dump.js';

export interface Rotation {
	readonly store: Store;
	readonly from: ClaimKeys;
	readonly to: ClaimKeys;
	readonly onProgress: Progress;
	/** Key prefixes of rows that refer to a claim by its hash, in the field `hash`. */
	readonly mentions: readonly string[];
}

const batchSize = 50;

/**
 * Re-keys every claim, and returns their number. If killed, it continues when it is run again. Until it is done, bots
 * with either secret refuse to record. Rejects with StoreCorruptError, before anything has changed, if a claim can't be
 * decrypted: its code could then be claimed again.
 */
export async function rotateSecret(rotation: Rotation): Promise<number> {
	const { store, from, to } = rotation;
	const stored = soundRow(secretKind, await store.get(secretKey));
	if (stored?.check === to.check && stored.next === undefined) return 0;
	if (stored?.check !== from.check)
		throw new StoreRefusedError('CLAIM_SECRET is not the secret that this database was created with');
	if (stored.next !== undefined && stored.next !== to.check) {
		throw new StoreRefusedError(
			'Another change of CLAIM_SECRET is unfinished. Finish it with its NEW_CLAIM_SECRET first',
		);
	}
	await assertAllOpen(rotation);

	const begun: StoredSecret = { v: 1, check: from.check, next: to.check };
	await store.transact((tx) => swapSecret(tx, stored, begun));
	let moved = 0;
	// One pass finds all: from now on, every commit of a claim with the former secret is refused.
	for await (const batch of inBatches(oldClaims(rotation), batchSize)) {
		await Promise.all(batch.map((claim) => moveClaim(rotation, claim)));
		moved += batch.length;
		rotation.onProgress(moved);
	}
	await moveMentions(rotation);
	await store.transact((tx) => swapSecret(tx, begun, { v: 1, check: to.check }));
	return moved;
}

interface OldClaim {
	readonly hash: string;
	readonly record: ClaimRecord;
}

async function* oldClaims({ store, from }: Rotation): AsyncGenerator<OldClaim> {
	for await (const { hash, record } of allClaims(store))
		if (record !== 'damaged' && record.secret === from.check) yield { hash, record };
}

async function assertAllOpen({ store, from, to }: Rotation): Promise<void> {
	for await (const { hash, record } of allClaims(store)) {
		const keys = record !== 'damaged' && record.secret === to.check ? to : from;
		if (record === 'damaged' || !keys.opens(hash, record.sealed)) {
			throw new StoreCorruptError(
				`The claim ${hash} cannot be decrypted, so the secret stays. Restore it from a backup, or see \`claims verify\``,
			);
		}
	}
}

/** Puts the new claim before it removes the old one, so that the code is always claimed. */
async function moveClaim({ store, from, to }: Rotation, { hash, record }: OldClaim): Promise<void> {
	const code = from.open(hash, record.sealed);
	const newHash = to.hash(code);
	const moved: ClaimRecord = { ...record, secret: to.check, sealed: to.seal(newHash, code) };
	await putFirstEntries(store, entriesOf(newHash, moved));
	await store.transact(async (tx) => {
		const present = soundRow(claimKind, await tx.get(claimKey(newHash)));
		if (present === undefined) return putClaim(tx, newHash, undefined, moved);
		// Left by an earlier run that was killed here. Anything else means that the same code has other holders.
		if (!isDeepStrictEqual(present.holders, record.holders)) {
			const problem = `The claims ${hash} and ${newHash} have the same code but different holders`;
			throw new StoreCorruptError(problem);
		}
	});
	await removeClaim(store, hash, record);
}

/** Updates rows that refer to claims by hash. A damaged or changed row refers to no claim afterwards. */
async function moveMentions({ store, from, to, mentions }: Rotation): Promise<void> {
	const moved = new Map<string, string>();
	for await (const { hash, record } of allClaims(store))
		if (record !== 'damaged' && record.secret === to.check)
			moved.set(from.hash(to.open(hash, record.sealed)), hash);
	for (const prefix of mentions) {
		for await (const { key, value } of store.list(prefix)) {
			if (renamed(value, moved) === undefined) continue;
			try {
				await store.transact(async (tx) => {
					const next = renamed(await tx.get(key), moved);
					if (next !== undefined) tx.put(key, next);
				});
			} catch (error) {
				if (!(error instanceof StoreCorruptError)) throw error;
			}
		}
	}
}

/** @returns undefined if the row refers to no re-keyed claim */
function renamed(value: unknown, moved: ReadonlyMap<string, string>): object | undefined {
	if (typeof value !== 'object' || value === null || !('hash' in value)) return undefined;
	const hash = moved.get(String(value.hash));
	return hash === undefined ? undefined : { ...value, hash };
}

async function swapSecret(tx: Transaction, expected: StoredSecret, next: StoredSecret): Promise<void> {
	if (!isDeepStrictEqual(await tx.get(secretKey), expected))
		throw new StoreUnavailableError('Someone else is changing the secret right now');
	tx.put(secretKey, next);
}

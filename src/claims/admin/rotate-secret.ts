import { isDeepStrictEqual } from 'node:util';
import { StoreCorruptError, StoreRefusedError, StoreUnavailableError } from '../../base/errors.js';
import type { Store } from '../../storage/store.js';
import { indexClaims, listsOf, removeHashes } from '../claim-indexes.js';
import type { ClaimKeys } from '../claim-keys.js';
import { type ClaimRecord, parseRecord, recordIn } from '../record.js';
import { parseSecret, type StoredSecret } from '../secret-guard.js';
import { claimKey, claimPrefix, secretKey } from '../store-keys.js';
import { opensWith, type Progress } from './admin-job.js';
import { inBatches } from './in-batches.js';

export interface Rotation {
	readonly store: Store;
	/** The current secret, and the one that replaces it. */
	readonly from: ClaimKeys;
	readonly to: ClaimKeys;
	readonly onProgress: Progress;
	/**
	 * Waits until a running bot has finished the operations that it began before it could see the rotation: longer
	 * than three times the store's timeout.
	 */
	readonly settle: () => Promise<void>;
	/** What the keys of rows start with that name a claim by its hash, as the field `hash`. */
	readonly mentions: readonly string[];
}

const atOnce = 50;

/**
 * Moves every claim to the hash and the sealed copy of another secret. Until it is done, bots with either secret
 * refuse to record. If killed, it continues where it stopped when it is run again. Resolves to the number of claims
 * that were moved. Rejects with StoreCorruptError, before anything has changed, if a claim can't be decrypted: it
 * couldn't be moved, and its code could be claimed again.
 */
export async function rotateSecret(rotation: Rotation): Promise<number> {
	const { store, from, to } = rotation;
	const stored = parseSecret(await store.get(secretKey));
	if (stored?.check === to.check && stored.next === undefined) return 0;
	if (stored?.check !== from.check) {
		throw new StoreRefusedError('CLAIM_SECRET is not the one that this store was made with');
	}
	if (stored.next !== undefined && stored.next !== to.check) {
		throw new StoreRefusedError(
			'Another change of CLAIM_SECRET has begun: end it with its NEW_CLAIM_SECRET first',
		);
	}
	await assertAllOpen(rotation);

	const begun: StoredSecret = { v: 1, check: from.check, next: to.check };
	await swapSecret(store, stored, begun);
	await rotation.settle();
	const total = await countOld(rotation);
	let moved = 0;
	// Until a pass finds none: a scan need not include rows written while it runs.
	for (let before = -1; before !== moved; ) {
		before = moved;
		for await (const batch of inBatches(oldClaims(rotation), atOnce)) {
			await Promise.all(batch.map((claim) => moveClaim(rotation, claim)));
			moved += batch.length;
			rotation.onProgress(moved, total);
		}
	}
	await moveMentions(rotation);
	await swapSecret(store, begun, { v: 1, check: to.check });
	return moved;
}

interface OldClaim {
	readonly hash: string;
	readonly record: ClaimRecord;
	/** The stored form: only that can be removed by comparison. */
	readonly value: unknown;
}

async function* oldClaims({ store, from }: Rotation): AsyncGenerator<OldClaim> {
	for await (const pair of store.list(claimPrefix)) {
		const record = recordIn(pair);
		if (record === undefined || record === 'damaged' || record.secret !== from.check || pair.corrupt)
			continue;
		yield { hash: pair.key.slice(claimPrefix.length), record, value: pair.value };
	}
}

async function countOld(rotation: Rotation): Promise<number> {
	let count = 0;
	for await (const _ of oldClaims(rotation)) count += 1;
	return count;
}

async function assertAllOpen({ store, from, to }: Rotation): Promise<void> {
	for await (const pair of store.list(claimPrefix)) {
		const hash = pair.key.slice(claimPrefix.length);
		const record = recordIn(pair);
		if (record === undefined) continue;
		const keys = record !== 'damaged' && record.secret === to.check ? to : from;
		if (record === 'damaged' || !opensWith(keys, hash, record.sealed)) {
			throw new StoreCorruptError(
				`The claim ${hash} cannot be opened, so the secret stays: restore it from a backup, or see \`claims verify\``,
			);
		}
	}
}

/** Lists first, then the new claim, then the old one is removed: the code is never unknown in between. */
async function moveClaim({ store, from, to }: Rotation, { hash, record, value }: OldClaim): Promise<void> {
	const code = from.open(hash, record.sealed);
	const newHash = to.hash(code);
	const moved: ClaimRecord = { ...record, secret: to.check, sealed: to.seal(newHash, code) };
	await indexClaims(store, [[newHash, moved]]);
	if (!(await store.compareAndSet(claimKey(newHash), undefined, moved))) {
		const present = parseRecord(newHash, await store.get(claimKey(newHash)));
		// Left by a run that was killed right here. Anything else would mean other holders of the same code.
		if (!isDeepStrictEqual(present?.holders, record.holders)) {
			throw new StoreCorruptError(
				`The claims ${hash} and ${newHash} are of one code and have different holders`,
			);
		}
	}
	for (const list of listsOf(hash, record)) await removeHashes(store, list, new Set([hash]));
	await store.compareAndSet(claimKey(hash), value, undefined);
}

/**
 * Other rows that name a claim name it by its new hash. One that is lost meanwhile, or can't be read, names no claim,
 * which is harmless.
 */
async function moveMentions({ store, from, to, mentions }: Rotation): Promise<void> {
	const moved = new Map<string, string>();
	for await (const pair of store.list(claimPrefix)) {
		const hash = pair.key.slice(claimPrefix.length);
		const record = recordIn(pair);
		if (record === undefined || record === 'damaged' || record.secret !== to.check) continue;
		moved.set(from.hash(to.open(hash, record.sealed)), hash);
	}
	for (const prefix of mentions) {
		for await (const { key, ...pair } of store.list(prefix)) {
			const value = 'value' in pair ? pair.value : undefined;
			if (typeof value !== 'object' || value === null || !('hash' in value)) continue;
			const hash = moved.get(String(value.hash));
			if (hash === undefined) continue;
			try {
				await store.compareAndSet(key, value, { ...value, hash });
			} catch (error) {
				if (!(error instanceof StoreCorruptError)) throw error;
			}
		}
	}
}

async function swapSecret(store: Store, expected: StoredSecret, next: StoredSecret): Promise<void> {
	if (await store.compareAndSet(secretKey, expected, next)) return;
	throw new StoreUnavailableError('Somebody else is changing the secret at this moment');
}

import { inBatches } from '../../base/in-batches.js';
import type { Store, StoredPair } from '../../storage/store.js';
import { hashesIn, indexClaims, listsOf, removeHashes } from '../claim-indexes.js';
import { readEach } from '../claim-records.js';
import { type ClaimRecord, recordIn } from '../record.js';
import { bucketPrefix, claimKey, claimPrefix, memberPrefix } from '../store-keys.js';
import { type AdminJob, countClaims, opensWith } from './admin-job.js';

/** `leftover` is harmless: a claim that was begun but never written leaves an entry that readers ignore. */
interface ClaimProblem {
	readonly kind:
		| 'damaged-claim'
		| 'foreign-secret'
		| 'unopenable-copy'
		| 'missing-entry'
		| 'damaged-list'
		| 'leftover';
	readonly key: string;
	readonly mended: boolean;
}

export interface VerifiedClaims {
	readonly claims: number;
	readonly lists: number;
	readonly problems: readonly ClaimProblem[];
	readonly leftovers: number;
}

const batchSize = 500;

/** Checks claims against their lists; `repair` rebuilds the lists. Safe while the bot runs. */
export async function verifyClaims(work: AdminJob, repair: boolean): Promise<VerifiedClaims> {
	const { store, onProgress } = work;
	const total = await countClaims(store);
	const findings: ClaimProblem[] = [];
	let lists = 0;
	for (const prefix of [memberPrefix, bucketPrefix]) {
		for await (const list of store.list(prefix)) {
			lists += 1;
			findings.push(...(await verifyList(store, list, repair)));
		}
	}
	let claims = 0;
	for await (const batch of inBatches(store.list(claimPrefix), batchSize)) {
		findings.push(...(await verifyBatch(work, batch, repair)));
		claims += batch.length;
		onProgress(claims, total);
	}
	const problems = findings.filter(({ kind }) => kind !== 'leftover');
	return { claims, lists, problems, leftovers: findings.length - problems.length };
}

async function verifyBatch(
	work: AdminJob,
	batch: readonly StoredPair[],
	repair: boolean,
): Promise<ClaimProblem[]> {
	const findings: ClaimProblem[] = [];
	const records = new Map<string, ClaimRecord>();
	for (const pair of batch) {
		const hash = pair.key.slice(claimPrefix.length);
		const record = recordIn(pair);
		// The claim was removed after it was listed.
		if (record === undefined) continue;
		const problem = record === 'damaged' ? 'damaged-claim' : secretProblem(work, hash, record);
		if (problem !== undefined) findings.push({ kind: problem, key: pair.key, mended: false });
		// A record that isn't the claim of its code has no holder: no list may point to it.
		if (problem !== 'damaged-claim' && problem !== 'unopenable-copy' && record !== 'damaged')
			records.set(hash, record);
	}
	const missing = await missingEntries(work, records);
	if (repair) await indexClaims(work.store, missing);
	for (const [hash] of missing) {
		findings.push({ kind: 'missing-entry', key: claimPrefix + hash, mended: repair });
	}
	return findings;
}

function secretProblem(
	{ keys }: AdminJob,
	hash: string,
	record: ClaimRecord,
): ClaimProblem['kind'] | undefined {
	if (record.secret !== keys.check) return 'foreign-secret';
	return opensWith(keys, hash, record.sealed) ? undefined : 'unopenable-copy';
}

/** Claims that are missing from at least one of their lists. Damaged lists are reported separately. */
async function missingEntries(
	{ store }: AdminJob,
	records: ReadonlyMap<string, ClaimRecord>,
): Promise<ReadonlyMap<string, ClaimRecord>> {
	const listKeys = new Set([...records].flatMap(([hash, record]) => listsOf(hash, record)));
	const entries = new Map<string, ReadonlySet<string>>();
	for (const list of await readEach(store, [...listKeys])) {
		const hashes = hashesIn(list);
		if (hashes !== 'damaged') entries.set(list.key, new Set(hashes));
	}
	return new Map(
		[...records].filter(([hash, record]) =>
			listsOf(hash, record).some((key) => entries.get(key)?.has(hash) === false),
		),
	);
}

interface ListFinding {
	readonly kind: 'damaged-list' | 'leftover';
	readonly key: string;
	readonly mended: boolean;
}

/** Checks a member's or a day's list against the claims that it refers to. */
async function verifyList(store: Store, pair: StoredPair, repair: boolean): Promise<readonly ListFinding[]> {
	const hashes = hashesIn(pair);
	if (hashes === 'damaged') {
		// Its entries are restored when the claims are checked against their lists.
		if (repair) await store.overwrite(pair.key, { v: 1, hashes: [] });
		return [{ kind: 'damaged-list', key: pair.key, mended: repair }];
	}
	const stray = await strayHashes(store, pair.key, hashes);
	if (stray.length === 0) return [];
	// The bot may be about to write the claim that an entry points to. It then writes the entries again.
	if (repair) await removeHashes(store, pair.key, new Set(stray));
	return stray.map(() => ({ kind: 'leftover', key: pair.key, mended: repair }));
}

/** Entries that no claim confirms. A damaged claim might confirm its entry, so that entry stays. */
async function strayHashes(
	store: Store,
	list: string,
	hashes: readonly string[],
): Promise<readonly string[]> {
	const claims = await readEach(store, hashes.map(claimKey));
	return hashes.filter((hash, index) => {
		const claim = claims[index];
		const record = claim && recordIn(claim);
		if (record === 'damaged') return false;
		return record === undefined || !listsOf(hash, record).includes(list);
	});
}
